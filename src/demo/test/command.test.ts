/** `hawker demo` as a process: its options, its end, and what it leaves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { runToEnd, spawnMain } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { freePorts } from './free-ports.ts';
import { parseOptions } from '../command.ts';

describe('options', () => {
  it('are those of a day of twenty hours, unless they say something else', () => {
    const usual = { seed: 1, speed: 1, minutes: 1_200, isCheck: false, portOffset: 0 };
    assert.deepEqual(parseOptions([]), usual);
    assert.deepEqual(parseOptions(['--check']), { ...usual, isCheck: true, minutes: 120 });
    const some = ['--seed', '7', '--speed', '10', '--minutes', '5', '--port-offset', '1000'];
    const told = { seed: 7, speed: 10, minutes: 5, isCheck: false, portOffset: 1000 };
    assert.deepEqual(parseOptions(some), told);
  });

  it('that are none, or beyond their bounds, end it with one line', async () => {
    const wrong: [string[], RegExp][] = [
      [['--spede', '3'], /^hawker: demo: .*--spede/],
      [
        ['--speed', '61'],
        /^hawker: demo: --speed must be a whole number from 1 to 60 \(it is "61"\)\n$/,
      ],
      [['--minutes', 'many'], /--minutes must be a whole number from 1 to 1200/],
      [['chat'], /^hawker: demo: /],
    ];
    for (const [args, line] of wrong) {
      const { code, output } = await runToEnd(['demo', ...args], {});
      assert.equal(code, 1);
      assert.match(output, line);
      assert.equal(output.trim().split('\n').length, 1, output);
    }
  });
});

/** What the demo has left there; Node keeps what it has compiled. */
const left = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('hawker'));

/** With temporary folders of its own, so that what stays there is seen. */
function inOwnFolder() {
  const folder = temporaryFolder();
  const [TMPDIR, DATA_DIR] = [join(folder, 'tmp'), join(folder, 'data')];
  mkdirSync(TMPDIR);
  return { env: { ...freePorts, TMPDIR, DATA_DIR }, TMPDIR, DATA_DIR };
}

async function startDemo(t: TestContext, args: string[], env: Record<string, string | undefined>) {
  const { child, output } = spawnMain(['demo', ...args], env);
  t.after(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  let console = '';
  for await (const line of createInterface({ input: child.stdout })) {
    console = /^console +(\S+)/.exec(line)?.[1] ?? '';
    if (console !== '') break;
  }
  child.stdout.resume();
  return { child, console, output, exit };
}

/** Other tests may run beside it. */
const timeout = 600_000;

describe('a day', { timeout }, () => {
  it(
    'that is checked ends with code 0, and leaves DATA_DIR and the temporary folder alone',
    { timeout },
    async () => {
      const { env, TMPDIR, DATA_DIR } = inOwnFolder();
      const { code, output } = await runToEnd(['demo', '--check', '--minutes', '1'], env);
      assert.equal(code, 0, output);
      assert.match(output, /^seed 1: \d+ choices, [0-9a-f]{16}$/m);
      assert.deepEqual(left(TMPDIR), []);
      assert.ok(!existsSync(DATA_DIR));
    },
  );

  it(
    'shows itself at the console, ends with a signal, and is summed up',
    { timeout },
    async (t) => {
      const { env, TMPDIR } = inOwnFolder();
      const { child, console, output, exit } = await startDemo(t, ['--speed', '20'], env);
      await eventually(async () => {
        const answer = await fetch(`${console}/api/dispatch-b/admin/drivers?limit=100`);
        const { drivers } = (await answer.json()) as { drivers: { driver_id: string }[] };
        return drivers.some(({ driver_id }) => driver_id === 'driver-ming');
      });
      const hubs = await (await fetch(`${console}/api/geo/admin/hubs`)).text();
      assert.match(hubs, /"hub-tiong-bahru"/);
      child.kill('SIGINT');
      assert.deepEqual(await exit, [0, null], output());
      assert.match(output(), /^ok +orders: \d+ \(confirmed = dispatched = /m);
      assert.deepEqual(left(TMPDIR), []);
    },
  );
});
