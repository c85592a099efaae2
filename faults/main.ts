/**
 * `npm run faults [-- scenario …]` runs the named scenarios, or all of them, and prints what came of
 * them. `--brief`: a few that take about a minute. `--write`: the table goes into docs/faults.md.
 * `--seen`: tells what the clients of each service saw. `--service chat`: only of that service; may be
 * repeated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { run, type Result } from './lib/run.ts';
import type { Scenario } from './lib/scenario.ts';
import { tableOf, withTable } from './lib/table.ts';
import { clusterScenarios } from './scenarios/cluster.ts';
import { embeddedScenarios } from './scenarios/embedded.ts';
import { postgresScenarios } from './scenarios/postgres.ts';
import { redisScenarios } from './scenarios/redis.ts';

const scenarios = [
  ...clusterScenarios,
  ...redisScenarios,
  ...postgresScenarios,
  ...embeddedScenarios,
];
// The processes of a scenario load the same files as those of the one before.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/compile', import.meta.url),
);
const page = new URL('../docs/faults.md', import.meta.url);

outliveReaders();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    brief: { type: 'boolean' },
    write: { type: 'boolean' },
    seen: { type: 'boolean' },
    service: { type: 'string', multiple: true },
  },
});
const unknown = positionals.filter((name) => !scenarios.some((each) => each.name === name));
if (unknown.length > 0) {
  const names = scenarios.map(({ name }) => name).join(', ');
  console.error(`no scenario "${unknown.join('", "')}"; there are: ${names}`);
  process.exitCode = 1;
} else {
  await runAll(scenarios.filter(isWanted).map(narrowed).filter(hasServices));
}

function isWanted({ name, isBrief = false }: Scenario): boolean {
  if (positionals.length > 0) return positionals.includes(name);
  return !values.brief || isBrief;
}

function narrowed(scenario: Scenario): Scenario {
  const { services } = scenario;
  return {
    ...scenario,
    services: services.filter((name) => values.service?.includes(name) ?? true),
  };
}

function hasServices({ services }: Scenario): boolean {
  return services.length > 0;
}

async function runAll(wanted: readonly Scenario[]): Promise<void> {
  const results: Result[] = [];
  for (const scenario of wanted) {
    const missing = scenario.missing();
    if (missing !== false) leaveOut(scenario, missing);
    else results.push(await runOne(scenario));
  }
  const table = tableOf(results);
  console.log(`\n${table}`);
  if (values.write) writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
  const failed = results.filter(({ faults }) => faults.length > 0);
  console.log(`${results.length - failed.length} of ${results.length} scenarios passed`);
  if (failed.length > 0) process.exitCode = 1;
}

function leaveOut({ name }: Scenario, reason: string): void {
  console.error(`faults: ${name} is left out: ${reason}`);
  if (process.env['REQUIRE_STORES'] === '1') process.exitCode = 1;
}

async function runOne(scenario: Scenario): Promise<Result> {
  const began = performance.now();
  const result = await run(scenario);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${scenario.name}: ${result.faults.length === 0 ? 'passed' : 'FAILED'}, ${seconds} s`,
  );
  if (values.seen) console.table(result.seen);
  for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault.slice(0, 1_000)}`);
  if (result.faults.length > 20) console.log(`  … ${result.faults.length - 20} more`);
  return result;
}
