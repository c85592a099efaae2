/** Backups of the real process under load, and what becomes of those that are broken off. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { StartupError } from '#kit/base/startup-error.ts';
import { post, runToEnd, startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { Load } from '#kit/testing/workload/load.ts';
import { serviceNames } from '../../services.ts';
import { allServices, createWorkloads, workloadEnv } from '../../test/workloads.ts';
import { startS3 } from '../../services/file-store/test/s3.ts';
import { backup } from '../backup.ts';
import { folderTarget, within } from '../folder.ts';
import {
  command,
  installation,
  manifestOf,
  manifestText,
  onlyContent,
  scrubbed,
  startCommand,
} from './fixtures.ts';

/** It keeps eight services busy; other tests may run beside it. */
const timeout = 600_000;

describe('hawker backup', () => {
  for (const where of ['a folder', 'S3'] as const) {
    it(
      `under load has everything that was acknowledged before it, in ${where}`,
      { timeout },
      async (t) => {
        const s3 = where === 'S3' ? await startS3(t) : undefined;
        const place = s3 ? 's3://files/backups/first' : join(temporaryFolder(), 'backup');
        const env = { ...s3?.env, S3_BUCKET: '' };
        const more = { FILE_TRASH_DAYS: '0', KV_NODES: 'a,b,c', ...workloadEnv };
        const full = { DATA_DIR: temporaryFolder(), ...more };
        const first = await startProcess(t, serviceNames, full);
        const loadNamed = async (name: string) => {
          const workloads = createWorkloads(allServices, { name, keepsWindows: false });
          const load = new Load(first, workloads);
          await load.prepare();
          load.begin(3);
          return load;
        };
        const before = await loadNamed('before-');
        await before.atLeast(20);
        before.stop();
        await before.stopped();
        const during = await loadNamed('during-');
        await during.atLeast(1);
        // Keys are on their way to another node during the backup.
        const nodes = ['a', 'b', 'c', 'd'];
        const moved = post(first.addresses['console']!, '/admin/ring', { nodes });
        const made = await command('backup', place, { ...full, ...env });
        assert.equal((await moved).status, 200);
        assert.deepEqual([made.code, made.output.includes('is backed up')], [0, true], made.output);
        during.stop();
        await during.stopped();
        await first.end('SIGKILL');

        const restored = { ...full, DATA_DIR: join(temporaryFolder(), 'restored') };
        const { code, output } = await command('restore', place, { ...restored, ...env });
        assert.equal(code, 0, output);
        const second = await startProcess(t, serviceNames, restored);
        before.goTo(second);
        await before.check();
        during.goTo(second);
        await during.checkLaws();
        assert.equal(await second.end('SIGTERM'), 0);
        assert.deepEqual(await scrubbed(restored.DATA_DIR), []);
      },
    );
  }

  it('of a stopped installation is the same, and can be made again from what it restored', async (t) => {
    const env = await installation(t);
    const place = join(temporaryFolder(), 'one');
    assert.equal((await command('backup', place, env)).code, 0);
    const other = { DATA_DIR: temporaryFolder() };
    assert.equal((await command('restore', place, other)).code, 0);
    const again = join(temporaryFolder(), 'two');
    assert.equal((await command('backup', again, other)).code, 0);
    const paths = (folder: string) => manifestOf(folder).files.map(({ path }) => path);
    assert.deepEqual(paths(again), paths(place));
  });

  it('refuses a place that is not empty, and a data folder without stores', async (t) => {
    const env = await installation(t);
    const place = temporaryFolder();
    writeFileSync(join(place, 'mine'), '');
    const taken = await command('backup', place, env);
    assert.deepEqual([taken.code, taken.output], [1, `hawker: ${place} is not empty\n`]);
    const none = await command('backup', join(place, 'new'), { DATA_DIR: join(place, 'none') });
    assert.equal(none.code, 1);
    assert.match(none.output, /holds no stores; see DATA_DIR\n$/);
    const without = await runToEnd(['backup'], env);
    assert.match(without.output, /^hawker: usage: hawker backup <folder \| s3:/);
  });

  for (const [mark, reason] of [
    ['restore-unfinished', /holds a restore that was broken off; empty it and restore again\n$/],
    ['chat.import-unfinished', /holds an import of chat that was broken off; import it again\n$/],
  ] as const) {
    it(`refuses a data folder with ${mark}`, async () => {
      const data = temporaryFolder();
      for (const name of ['chat.db', mark]) writeFileSync(join(data, name), '');
      const place = join(temporaryFolder(), 'backup');
      const { code, output } = await command('backup', place, { DATA_DIR: data });
      assert.deepEqual([code, output.split('\n').length], [1, 2], output);
      assert.match(output, reason);
      assert.ok(!existsSync(place));
    });
  }

  for (const [place, reason] of [
    ['s3://', /s3:\/\/ is neither a folder nor s3:\/\/bucket\/prefix\n$/],
    ['S3://files/x', /neither a folder nor/],
    ['gs://files/x', /neither a folder nor/],
    ['/dev/null/backup', /^hawker: ENOTDIR: [^\n]*\n$/],
    ['s3://files/x', /^hawker: s3:\/\/files\/x: [^\n]*; see S3_ENDPOINT and AWS_…\n$/],
  ] as const) {
    it(`to ${place} is refused by one line`, async (t) => {
      const env = { ...(await installation(t)), S3_ENDPOINT: 'http://127.0.0.1:9' };
      const { code, output } = await command('backup', place, env);
      assert.equal(code, 1);
      assert.match(output, reason);
    });
  }

  it('refuses a backup that was killed', async (t) => {
    const env = await installation(t);
    const target = temporaryFolder();
    // Until one is killed in time.
    for (let i = 0; ; i++) {
      const place = join(target, String(i));
      const { child, ended } = startCommand('backup', place, env);
      while (!existsSync(place) && child.exitCode === null) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await ended;
      if (existsSync(join(place, 'manifest.json'))) continue;
      const { code, output } = await command('restore', place, { DATA_DIR: join(target, 'data') });
      assert.equal(code, 1);
      assert.match(output, /holds no manifest\.json: it is not a backup, or not a whole one\n$/);
      return;
    }
  });

  it('names a content that is missing though its database refers to it', async (t) => {
    const env = { ...(await installation(t)), ...(await startS3(t)).env, S3_BUCKET: '' };
    const content = onlyContent(env);
    rmSync(content);
    for (const place of [join(temporaryFolder(), 'backup'), 's3://files/backup']) {
      const { code, output } = await command('backup', place, env);
      const line = `hawker: ${content} is missing, and its database refers to it\n`;
      assert.deepEqual([code, output], [1, line]);
    }
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`leaves no copies of databases when ${signal} ends it`, async (t) => {
      const env = { ...(await installation(t)), TMPDIR: temporaryFolder() };
      const content = onlyContent(env);
      // One that cannot be read to its end.
      rmSync(content);
      execFileSync('mkfifo', [content]);
      const place = join(temporaryFolder(), 'backup');
      const { child, ended } = startCommand('backup', place, env);
      const copies = () => globSync('hawker-backup-*/*', { cwd: env.TMPDIR });
      await eventually(() => copies().length === 1);
      child.kill(signal);
      assert.deepEqual(await ended, [null, signal]);
      assert.deepEqual(globSync('hawker-backup-*', { cwd: env.TMPDIR }), []);
    });
  }

  it('takes a later instant of a database when what it refers to is deleted during the copy', async () => {
    const dataFolder = temporaryFolder();
    mkdirSync(join(dataFolder, 'files'));
    writeFileSync(join(dataFolder, 'files/kept'), 'kept');
    writeFileSync(join(dataFolder, 'files/gone'), 'gone');
    const db = new DatabaseSync(join(dataFolder, 'store.db'));
    db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE file (name);
      INSERT INTO file VALUES ('kept'), ('gone')`);
    const target = join(temporaryFolder(), 'backup');
    const place = folderTarget(target);
    const deleting = {
      ...place,
      async write(path: string, bytes: Parameters<typeof place.write>[1]) {
        await place.write(path, bytes);
        if (path !== 'files/kept') return;
        db.exec(`DELETE FROM file WHERE name = 'gone'`);
        rmSync(join(dataFolder, 'files/gone'));
      },
    };
    const references = (copy: string) => {
      const copied = new DatabaseSync(copy, { readOnly: true });
      const names = copied
        .prepare('SELECT name FROM file')
        .all()
        .map(({ name }) => `files/${name}`);
      copied.close();
      return names;
    };
    const { files } = await backup({
      dataFolder,
      place: deleting,
      version: '1',
      now: 0,
      references: new Map([['store.db', references]]),
    });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['files/kept', 'store.db'],
    );
    assert.deepEqual(references(join(target, 'store.db')), ['files/kept']);
    db.close();
  });
});

describe('hawker restore', () => {
  it('refuses a data folder that is not empty', async (t) => {
    const env = await installation(t);
    const place = join(temporaryFolder(), 'backup');
    await command('backup', place, env);
    const { code, output } = await command('restore', place, env);
    assert.equal(code, 1);
    assert.match(output, /is not empty; set DATA_DIR to another folder\n$/);
  });

  it('refuses a backup that is damaged, and leaves the data folder empty', async (t) => {
    const env = await installation(t);
    const place = join(temporaryFolder(), 'backup');
    await command('backup', place, env);
    const damaged = join(place, 'key-value.db');
    const bytes = readFileSync(damaged);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(damaged, bytes);
    const data = temporaryFolder();
    const { code, output } = await command('restore', place, { DATA_DIR: data });
    assert.equal(code, 1);
    assert.match(
      output,
      /^hawker: key-value\.db in .* is not what was backed up: \d+ bytes, SHA-256/,
    );
    assert.deepEqual(readdirSync(data), []);
    rmSync(damaged);
    assert.match(
      (await command('restore', place, { DATA_DIR: data })).output,
      /lacks key-value\.db/,
    );
  });

  for (const [what, text] of [
    ['is not JSON', '{'],
    ['of another form', '{"files": []}'],
    ['of a newer format', '{"format": 2, "hawker": "9", "created_at": "", "files": []}'],
    ['that leads out of the folder', manifestText('../passwd')],
    ['that names an absolute path', manifestText('/etc/passwd')],
    ['that leads out behind a line feed', manifestText('a\n/../../passwd')],
    ['that leads out behind a line separator', manifestText('a\u2028/../../passwd')],
  ] as const) {
    it(`refuses a manifest ${what}`, async () => {
      const place = temporaryFolder();
      writeFileSync(join(place, 'manifest.json'), text);
      const data = join(temporaryFolder(), 'data');
      const { code, output } = await command('restore', place, { DATA_DIR: data });
      assert.deepEqual([code, output.split('\n').length], [1, 2], output);
      assert.match(output, /^hawker: manifest\.json/);
      assert.ok(!existsSync(data));
    });
  }

  it('reads and writes nothing outside its folders, whatever a manifest says', async () => {
    const place = folderTarget(join(temporaryFolder(), 'backup'));
    for (const path of ['../passwd', '/etc/passwd', 'a/../../passwd', '.', '']) {
      assert.throws(() => within(place.name, path), StartupError);
      await assert.rejects(place.read(path), StartupError);
    }
    assert.equal(within(place.name, 'files/a'), join(place.name, 'files/a'));
  });

  it('takes regular files only, and of each as many bytes as the manifest says', async () => {
    const place = temporaryFolder();
    writeFileSync(join(place, 'manifest.json'), manifestText('stolen'));
    const elsewhere = join(temporaryFolder(), 'secret');
    writeFileSync(elsewhere, 'secret');
    const restored = async () => {
      const data = join(temporaryFolder(), 'data');
      const { code, output } = await command('restore', place, { DATA_DIR: data });
      assert.deepEqual([code, readdirSync(data)], [1, []]);
      return output;
    };
    symlinkSync(elsewhere, join(place, 'stolen'));
    assert.match(await restored(), /stolen is not a regular file\n$/);
    rmSync(join(place, 'stolen'));
    execFileSync('mkfifo', [join(place, 'stolen')]);
    assert.match(await restored(), /stolen is not a regular file\n$/);
    rmSync(join(place, 'stolen'));
    writeFileSync(join(place, 'stolen'), 'x');
    assert.match(await restored(), /stolen in .*: it has more than 0 bytes\n$/);
  });

  it('that was killed keeps a start from what is not whole', async (t) => {
    const env = await installation(t);
    const place = join(temporaryFolder(), 'backup');
    await command('backup', place, env);
    for (;;) {
      const data = temporaryFolder();
      const mark = join(data, 'restore-unfinished');
      const { child, ended } = startCommand('restore', place, { DATA_DIR: data });
      while (!existsSync(mark) && child.exitCode === null) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await ended;
      if (!existsSync(mark)) continue;
      const reason = /holds a restore that was broken off; empty it and restore again\n$/;
      assert.match((await runToEnd(['key-value'], { DATA_DIR: data })).output, reason);
      assert.match((await command('restore', place, { DATA_DIR: data })).output, reason);
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
      assert.equal((await command('restore', place, { DATA_DIR: data })).code, 0);
      return;
    }
  });
});
