/** `hawker demo` as a process: its options, its end, and what it leaves. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { runToEnd, spawnMain } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { freePorts } from '../../test/free-ports.ts';
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
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Ctrl-C ends the day')) break;
  }
  child.stdout.resume();
  const [, console = ''] = /^console +(\S+)/m.exec(output()) ?? [];
  return { child, console, output, exit };
}

type Demo = Awaited<ReturnType<typeof startDemo>>;

/** The first event of the console's overview. */
async function firstSecond(console: string): Promise<{ clock: number }> {
  const { body } = await fetch(`${console}/overview/events`);
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const [, data] = /^data: ?(.+)\n\n/m.exec(text) ?? [];
    if (data !== undefined) return JSON.parse(data) as { clock: number };
  }
  throw new Error(`no event: ${text}`);
}

/** What it suggests to paste. */
const suggestions = (output: string) =>
  [...output.matchAll(/^try +(.+)$/gm)].map(([, command = '']) => command);

// oxlint-disable-next-line typescript/no-explicit-any -- any JSON
const read = async (url: string) => (await (await fetch(url)).json()) as any;

const run = async (command: string) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  JSON.parse((await promisify(execFile)('sh', ['-c', command])).stdout);

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
      assert.match(
        output(),
        /^Stopping: .* Press Ctrl-C again to stop at once\.\n[^]*^ok +orders: \d+ \(confirmed = dispatched = /m,
      );
      assert.deepEqual(left(TMPDIR), []);
    },
  );

  it('suggests commands that have something to show at once', { timeout }, async (t) => {
    const { env } = inOwnFolder();
    const { console, output } = await startDemo(t, [], env);
    const [feed, crawl] = suggestions(output());
    const { timeline } = await run(feed!);
    assert.equal(timeline.length, 3);
    const { job_id } = await run(crawl!);
    await eventually(async () => {
      const { job } = await read(`${console}/api/crawler/crawl/${job_id}`);
      return (
        job.pages.filter((page: { status_code: number }) => page.status_code === 200).length > 2
      );
    });
  });

  it('shows no clock but that of the city, and says so', { timeout }, async (t) => {
    const { env } = inOwnFolder();
    const log = { LOG_LEVEL: 'info', TZ: 'Asia/Kolkata' };
    const { console, output } = await startDemo(t, ['--speed', '60'], { ...env, ...log });
    assert.match(
      output(),
      /^All times, .* are those of the city, .* 60 times as fast as yours\.$/m,
    );
    await eventually(() => /^\d\d:\d\d:\d\d  orders /m.test(output()));
    const told = output().matchAll(/^(\d\d:\d\d):\d\d  orders /gm);
    const latest = [...told].at(-1)![1]!;
    const { clock } = await firstSecond(console);
    const timeZone = 'Asia/Kolkata';
    const shown = new Date(clock).toLocaleTimeString('en-GB', { timeZone });
    assert.ok(shown >= latest && Date.now() < clock, `${shown} ${latest}`);
    const { hubs } = await read(`${console}/api/geo/admin/hubs`);
    assert.equal(hubs[0].opening_hours.timezone, 'Asia/Calcutta');
  });

  const afterwards: [string, (demo: Demo) => void][] = [
    [
      'before the signal comes',
      ({ child }) => {
        child.stdout.destroy();
        child.kill('SIGINT');
      },
    ],
    [
      'after the signal came',
      ({ child }) => {
        child.kill('SIGINT');
        child.stdout.destroy();
      },
    ],
    ['without a signal', ({ child }) => child.stdout.destroy()],
  ];
  for (const [when, end] of afterwards) {
    it(
      `ends without a trace, and leaves nothing, if its reader goes ${when}`,
      { timeout },
      async (t) => {
        const { env, TMPDIR } = inOwnFolder();
        const started = await startDemo(t, [], env);
        const before = started.output();
        end(started);
        assert.deepEqual(await started.exit, [130, null]);
        assert.equal(started.output(), before);
        assert.deepEqual(left(TMPDIR), []);
      },
    );
  }

  it('stops at once at the second Ctrl-C, and leaves nothing', { timeout }, async (t) => {
    const { env, TMPDIR } = inOwnFolder();
    const { child, exit, output } = await startDemo(t, [], env);
    await eventually(() => !child.kill('SIGINT') || child.exitCode !== null);
    assert.deepEqual(await exit, [130, null], output());
    assert.doesNotMatch(output(), /^ok /m);
    assert.deepEqual(left(TMPDIR), []);
  });
});
