/** Commands whose output is read by nobody any more, as with `| head -1`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '#kit/testing/free-port.ts';
import { spawnMain } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';

describe('without a reader', () => {
  const commands: string[][] = [['--help'], ['chat', '--help'], ['demo', '--help'], ['--version']];
  for (const args of commands) {
    it(`hawker ${args.join(' ')} ends as ever, and silently`, async () => {
      const { child, output } = spawnMain(args, {});
      child.stdout.destroy();
      assert.deepEqual(await once(child, 'close'), [0, null], output());
      assert.equal(output(), '');
    });
  }

  it('a start goes on, and stops at a signal', async (t) => {
    const [CONSOLE_PORT, CHAT_PORT] = [String(await freePort()), String(await freePort())];
    const env = { CONSOLE_PORT, CHAT_PORT, DATA_DIR: temporaryFolder(), LOG_LEVEL: 'info' };
    const { child, output } = spawnMain(['chat'], env);
    t.after(() => child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    child.stdout.destroy();
    const isReady = async () => {
      assert.equal(child.exitCode, null, output());
      const answer = await fetch(`http://127.0.0.1:${CONSOLE_PORT}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    };
    await eventually(isReady);
    child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null], output());
    assert.equal(output(), '');
  });

  it('a program prints line after line to nobody, and ends as ever', async () => {
    const program = `
      import { setTimeout as wait } from 'node:timers/promises';
      import { outliveReaders } from ${JSON.stringify(import.meta.resolve('#kit/host/lost-readers.ts'))};
      outliveReaders();
      for (const line of [1, 2, 3]) {
        console.log(line);
        await wait(10);
      }
      console.error('done');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.stdout.destroy();
    assert.deepEqual(await once(child, 'close'), [0, null], errors);
    assert.equal(errors, 'done\n');
  });

  for (const file of [
    'src/services/file-store/scrub/main.ts',
    'src/cli.ts',
    'src/demo/command.ts',
    'faults/main.ts',
    'faults/attack/main.ts',
    'bench/main.ts',
    'scripts/mutants.ts',
  ]) {
    it(`${file}, which prints for minutes, does so too`, () => {
      const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
      assert.match(source, /^\s*outliveReaders\(/m);
    });
  }

  it('an export fails, in one line', async () => {
    const { child, output } = spawnMain(['export', 'chat'], { DATA_DIR: temporaryFolder() });
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(output(), /^hawker: .+\n$/);
  });
});
