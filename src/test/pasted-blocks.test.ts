/** The shell blocks of READMEs: pasted one after the other, they print what stands below them. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { portVariableName } from '#kit/host/env.ts';
import { freePort } from '#kit/testing/free-port.ts';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { loadServices, serviceNames } from '../services.ts';

const root = join(import.meta.dirname, '../..');

/** A command of a block, and the text that the README shows below it. */
interface Step {
  readonly command: string;
  readonly shown: string;
}

/** Commands that start hawker again, or need what a test does not have. */
const isLeftOut = ({ command }: Step) =>
  /^(\w+=\S* )*(npm|npx(?! wscat)|hawker|docker|systemctl|export)\b/.test(command);

/** Streams stay open, as in a terminal of their own, until the README has been pasted. */
const isStream = ({ command }: Step) => /\bcurl -s?N /.test(command);

/** The address to which a command opens a WebSocket, whose `>` lines are typed and `<` lines printed. */
const socketOf = ({ command }: Step) => /^npx wscat -c '([^']+)'/.exec(command)?.[1];

/** A trailing comment that ends with "later" asks the reader to wait. */
const isLater = ({ command }: Step) => /# .*\blater$/.test(command);

/** Returns a README of a service; of the main one the story, since the other parts start hawker in many ways. */
function textOf(readme: string): string {
  const text = readFileSync(join(root, readme), 'utf8');
  return readme === 'README.md' ? /^## Five minutes$.*?(?=^## )/ms.exec(text)![0] : text;
}

/** The fenced blocks with a prompt, step by step. */
function blocksOf(readme: string): readonly (readonly Step[])[] {
  return [...textOf(readme).matchAll(/^```(?:console|sh)?\n(\$ .*?)^```$/gms)].map(
    ([, block = '']) => stepsOf(block.split('\n')),
  );
}

function stepsOf(lines: string[]): readonly Step[] {
  const steps: Step[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    let command = line.slice('$ '.length);
    while (!isComplete(command)) command += `\n${lines.shift() ?? assert.fail(command)}`;
    const next = lines.findIndex((later) => later.startsWith('$ '));
    const shown = lines.splice(0, next === -1 ? lines.length : next).join('\n');
    steps.push({ command, shown });
  }
  return steps;
}

/** Whether bash would run the text, rather than ask for another line. */
function isComplete(command: string): boolean {
  if (command.endsWith('\\')) return false;
  try {
    execFileSync('bash', ['-n'], { input: command, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** What differs from run to run: cut text and ids, instants, days, and durations by the names of their members. */
const varying =
  /[0-9A-Za-z]*…|\d{4}-\d\d-\d\d|\d{10,}|(?<="(?:ms|took_ms|retry_after_ms|reset_after_ms|age_seconds)":|ttl:)[\d.]+/g;

/** Matches what is printed for `shown`, white space aside. */
function patternOf(shown: string): string {
  const text = withoutSpace(shown);
  const fixed = text.split(varying).map((part) => RegExp.escape(part));
  const free = [...text.matchAll(varying)].map(([part]) =>
    part.endsWith('…') ? '.*?' : '[\\d.-]+',
  );
  return fixed.map((part, i) => part + (free[i] ?? '')).join('');
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

const prints = (printed: string, shown: string) =>
  new RegExp(`^${patternOf(shown)}$`).test(withoutSpace(printed));
const beginsWith = (printed: string, shown: string) =>
  new RegExp(`^${patternOf(shown)}`).test(withoutSpace(printed));

/** One bash, as a reader's terminal; its streams print into files of their own. */
class Terminal {
  readonly #bash: ChildProcessWithoutNullStreams;
  readonly #folder = temporaryFolder();
  #printed = '';
  #errors = '';
  #streams = 0;

  constructor() {
    // What a test reads is not a terminal, for which curl would leave out its progress.
    writeFileSync(join(this.#folder, '.curlrc'), 'no-progress-meter\n');
    const env = { PATH: process.env['PATH'], HOME: this.#folder };
    const options = { cwd: this.#folder, env, detached: true };
    this.#bash = spawn('bash', ['--noprofile', '--norc'], options);
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
    this.#bash.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
  }

  /** Runs a command to its end, and returns what it printed. */
  async run(command: string): Promise<{ readonly printed: string; readonly code: number }> {
    this.#printed = '';
    this.#bash.stdin.write(`{ ${command}\n} </dev/null; printf '\\036%d\\036' $?\n`);
    await eventually(() => this.#printed.endsWith('\u001E'));
    const [printed = '', code] = this.#printed.split('\u001E');
    return { printed, code: Number(code) };
  }

  /** Starts a command in the background, and returns what reads the text that it has printed so far. */
  async follow(command: string): Promise<() => string> {
    const name = `stream-${++this.#streams}`;
    const file = join(this.#folder, name);
    writeFileSync(file, '');
    await this.run(`{ ${command}\n} >>${name} &`);
    return () => readFileSync(file, 'utf8').replaceAll(': alive\n\n', '');
  }

  /** What commands wrote to standard error, for the message of a failure. */
  errors(): string {
    return this.#errors;
  }

  /** Ends bash and everything that it started. */
  close(): void {
    process.kill(-this.#bash.pid!, 'SIGKILL');
  }
}

/** Stands in for wscat, which is not installed. The socket stays open until the test ends. */
async function converse(t: TestContext, step: Step, address: string): Promise<void> {
  const socket = new WebSocket(address);
  let printed = '';
  socket.addEventListener('message', ({ data }) => (printed += `< ${data}\n`));
  socket.addEventListener('open', () => (printed += '(open)\n'));
  t.after(() => socket.close());
  let shown = '(open)\n';
  for (const line of step.shown.trim().split('\n')) {
    if (line.startsWith('< ')) shown += `${line}\n`;
    await holds(
      () => beginsWith(printed, shown),
      step,
      () => printed,
    );
    if (line.startsWith('> ')) socket.send(line.slice('> '.length));
  }
}

/** Pastes a command and compares what it prints. A command below which nothing is shown must succeed. */
async function paste(terminal: Terminal, step: Step): Promise<void> {
  const { command, shown } = step;
  let result = await terminal.run(command);
  const isAsShown = () =>
    shown === ''
      ? result.code === 0 && !result.printed.includes('urn:hawker:problem:')
      : prints(result.printed, shown);
  if (isLater(step)) {
    const again = async () => (result = await terminal.run(command));
    await holds(
      async () => isAsShown() || (await again(), isAsShown()),
      step,
      () => result.printed,
    );
  }
  assert.ok(isAsShown(), mismatch(step, result.printed + terminal.errors()));
}

/** Resolves once `condition` holds; otherwise the error says what was printed. */
async function holds(condition: () => unknown, step: Step, printed: () => string): Promise<void> {
  await eventually(condition).catch((error: Error) =>
    assert.fail(`${mismatch(step, printed())}\n${error.message}`),
  );
}

const mismatch = ({ command, shown }: Step, printed: string) =>
  `$ ${command}\n${printed}\nis printed instead of\n${shown}`;

/**
 * Pastes a block. A stream has printed what is shown below it before the next command runs, up to a line
 * with `…`: the rest comes by what the commands do.
 */
async function pasteBlock(
  t: TestContext,
  terminal: Terminal,
  steps: readonly Step[],
): Promise<void> {
  const streams: { readonly step: Step; readonly printed: () => string }[] = [];
  for (const step of steps.filter((one) => !isLeftOut(one))) {
    const socket = socketOf(step);
    if (socket !== undefined) {
      await converse(t, step, socket);
      continue;
    }
    if (!isStream(step)) {
      await paste(terminal, step);
      continue;
    }
    const printed = await terminal.follow(step.command);
    const [atOnce = ''] = step.shown.split(/^…$/m);
    await holds(() => beginsWith(printed(), atOnce), step, printed);
    streams.push({ step, printed });
  }
  for (const { step, printed } of streams) {
    await holds(() => beginsWith(printed(), step.shown), step, printed);
  }
}

/** Serves the two sites that the crawler's README crawls, so that the test does not need the internet. */
async function serveSites(t: Ends): Promise<ReadonlyMap<string, string>> {
  const links = Array.from({ length: 18 }, (_, i) => `<a href="/page-${i}">Page</a>`).join('');
  const pages: Readonly<Record<string, string>> = {
    '/': '<title>Example Domain</title><h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission. <a href="https://iana.org/domains/example">Learn more</a>',
    '/help/example-domains': `<title>Example Domains</title><a href="/domains/example">Again</a>${links}`,
  };
  const addresses = new Map<string, string>();
  const withAddresses = (text: string) =>
    [...addresses].reduce((all, [known, address]) => all.replaceAll(known, address), text);
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    if (url === '/domains/example') {
      response.writeHead(301, { location: '/help/example-domains' }).end();
    } else if (page === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(withAddresses(page));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  addresses.set('https://example.com', `http://localhost:${port}`);
  addresses.set('https://www.iana.org', `http://127.0.0.1:${port}`);
  addresses.set('https://iana.org', `http://127.0.0.1:${port}`);
  return addresses;
}

const readmes = globSync(['README.md', 'src/services/*/README.md'], { cwd: root })
  .toSorted()
  .map((readme) => ({ readme, blocks: blocksOf(readme) }));

it('finds every command with a prompt', () => {
  for (const { readme, blocks } of readmes) {
    const prompts = textOf(readme).match(/^\$ /gm) ?? [];
    assert.ok(prompts.length > 0, readme);
    assert.equal(blocks.flat().length, prompts.length, readme);
  }
});

it('leaves out the commands that start hawker again, and no others', () => {
  const leftOut = readmes.flatMap(({ readme, blocks }) =>
    blocks
      .flat()
      .filter(isLeftOut)
      .map(({ command }) => `${readme}: ${command}`),
  );
  assert.deepEqual(leftOut, [
    'README.md: npm ci && npm start',
    'README.md: npm ci && npm run test:all   # the whole suite; it also covers Redis and PostgreSQL if redis-server and postgres are installed',
    'src/services/file-store/README.md: npm run scrub          # beside the running service, with its environment',
    'src/services/key-value/README.md: KV_NODES=a,b,c npm start -- key-value     # once what runs is stopped',
  ]);
});

describe('pasted,', { concurrency: true }, () => {
  const ends: (() => unknown)[] = [];
  let sites: ReadonlyMap<string, string>;
  /** Default port → port. */
  const ports = new Map<number, number>();
  before(async () => {
    const t: Ends = { after: (end) => void ends.push(end) };
    sites = await serveSites(t);
    const services = await loadServices();
    for (const { port } of services) if (!ports.has(port)) ports.set(port, await freePort());
    const portOf = (port: number) => String(ports.get(port));
    const { addresses } = await startProcess(t, serviceNames, {
      DATA_DIR: temporaryFolder(),
      ...Object.fromEntries(
        services.map(({ name, port }) => [portVariableName(name), portOf(port)]),
      ),
      BASE_URL: `http://localhost:${portOf(8080)}`,
      FILE_BASE_URL: `http://localhost:${portOf(8090)}`,
      CRAWL_DELAY_MS: '0',
      // The READMEs ask for these, in words or by starting hawker again.
      FILE_TRASH_DAYS: '30',
      KV_NODES: 'a,b,c',
    });
    ports.set(8100, Number(new URL(addresses['console']!).port));
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const here = (text: string) =>
    [...sites].reduce(
      (all, [known, address]) => all.replaceAll(known, address),
      text.replace(/localhost:(\d+)/g, (_, port) => `localhost:${ports.get(Number(port))}`),
    );

  for (const { readme, blocks } of readmes) {
    it(`${readme} prints what it shows`, async (t) => {
      const terminal = new Terminal();
      t.after(() => terminal.close());
      for (const block of blocks) {
        const steps = block.map(({ command, shown }) => ({
          command: here(command),
          shown: here(shown),
        }));
        await pasteBlock(t, terminal, steps);
      }
    });
  }
});
