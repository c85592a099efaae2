/** `kill -9` in the middle of an import or export, and the step that follows it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import type { Environment } from '#kit/host/env.ts';
import { runToEnd, spawnMain, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, temporaryFolder } from '#kit/testing/testing.ts';
import { emptyStores, exportText, importText, rowsIn, type Kind } from './sides.ts';
import { linesOf, manyRows } from './synthetic.ts';

type Service = keyof typeof manyRows;

/** Whether the store is marked as half filled. */
async function isMarked(service: Service, env: Environment): Promise<boolean> {
  if (env['STORE_ADDR'] === undefined) {
    return existsSync(join(env['DATA_DIR']!, `${service}.import-unfinished`));
  }
  const redis = new Redis(env['STORE_ADDR']);
  const marks = await redis.keys('hawker:import-unfinished:*');
  redis.disconnect();
  return marks.length === 1;
}

/** Lets an import read some of the lines, and kills it while it waits for the others. */
async function killImport(service: Service, env: Environment, lines: readonly string[]) {
  const pipe = join(temporaryFolder(), 'lines');
  execFileSync('mkfifo', [pipe]);
  const { child, output } = spawnMain(['import', service, pipe], env);
  const ended = once(child, 'exit');
  const endsEarly = ended.then(() => assert.fail(output()));
  // What was written and not read yet is lost with the reader.
  const writing = createWriteStream(pipe).on('error', () => {});
  // The import has begun to read.
  await Promise.race([once(writing, 'open'), endsEarly]);
  for (const line of lines) {
    if (!writing.write(line)) await Promise.race([once(writing, 'drain'), endsEarly]);
  }
  // What PostgreSQL alone has is not marked: it would be taken back.
  if (service !== 'news-feed' || env['STORE_ADDR'] === undefined) {
    await Promise.race([eventually(() => isMarked(service, env)), endsEarly]);
  }
  endsEarly.catch(() => {});
  child.kill('SIGKILL');
  await ended;
  writing.destroy();
}

const kinds: readonly Kind[] = ['embedded', 'shared'];

describe('an import that was killed', () => {
  for (const kind of kinds) {
    const skip = kind === 'shared' && (missing('redis') || missing('postgres'));
    for (const service of Object.keys(manyRows) as Service[]) {
      it(`is refused by a start, and done again: ${service}, ${kind}`, { skip }, async (t) => {
        const lines = linesOf(service, manyRows[service]);
        const env = await emptyStores(t, kind, false);
        for (const share of [0.01, 0.8]) {
          await killImport(service, env, lines.slice(0, Math.ceil(lines.length * share)));
          if (await isMarked(service, env)) {
            const { code, output } = await runToEnd([service], env);
            assert.equal(code, 1);
            assert.match(output, /^hawker: .*that was broken off; import it again\n$/);
          }
        }
        const file = join(temporaryFolder(), 'whole.ndjson');
        writeFileSync(file, lines.join(''));
        const { code, output } = await runToEnd(['import', service, file], env);
        assert.equal(code, 0, output);
        assert.ok(!(await isMarked(service, env)));
        assert.deepEqual(rowsIn(await exportText(service, env)), rowsIn(lines.join('')));
        const { end } = await startProcess(t, [service], env);
        assert.equal(await end('SIGTERM'), 0);
      });
    }
  }
});

describe('an export that was killed', () => {
  it('is refused by an import, and made again', async (t) => {
    const env = await emptyStores(t, 'embedded');
    const whole = linesOf('chat', manyRows.chat).join('');
    await importText('chat', env, whole);
    const folder = temporaryFolder();
    // Until one is killed in time.
    for (let i = 0; ; i++) {
      const file = join(folder, String(i));
      const { child } = spawnMain(['export', 'chat', file], env);
      const ended = once(child, 'exit');
      while (!existsSync(file) && child.exitCode === null) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await ended;
      if (!existsSync(file) || readFileSync(file, 'utf8').includes('{"end":')) continue;
      const target = await emptyStores(t, 'embedded');
      const { code, output } = await runToEnd(['import', 'chat', file], target);
      assert.equal(code, 1);
      assert.match(output, /it (is empty|ends without a trailer|ends in the middle of a line)/);
      break;
    }
    const again = join(folder, 'again');
    assert.equal((await runToEnd(['export', 'chat', again], env)).code, 0);
    assert.deepEqual(rowsIn(readFileSync(again, 'utf8')), rowsIn(whole));
  });
});
