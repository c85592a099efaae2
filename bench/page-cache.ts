/** What the size of SQLite's page cache costs and yields, on a table whose rows come in any order. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median, printTable, withFolder } from './harness.ts';

const rows = 2_000_000;
const written = 16_384;
const rowsPerCommit = [32, 128];
const reads = 20_000;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);

const sizes = [2, 8, 16, 32, 64].map((mebibytes) => ({
  mebibytes,
  commits: rowsPerCommit.map(() => [] as number[]),
  read: [] as number[],
}));
const randomKey = () => randomBytes(12).toString('base64url');

await withFolder(async (folder) => {
  const file = join(folder, 'bench.db');
  fill(file);
  for (let round = 0; round < rounds; round++) {
    for (const { mebibytes, commits, read } of sizes) {
      const db = open(file, mebibytes);
      const get = db.prepare('SELECT n FROM entry WHERE key >= ? LIMIT 1');
      const insert = db.prepare('INSERT INTO entry VALUES (?, 1)');
      const readAll = () => {
        for (let i = 0; i < reads; i++) get.get(randomKey());
      };
      readAll(); // until the cache is full
      read.push(microseconds(readAll) / reads);
      rowsPerCommit.forEach((length, i) => {
        const write = () => {
          for (let n = 0; n < written; n += length) {
            db.exec('BEGIN');
            for (let j = 0; j < length; j++) insert.run(randomKey());
            db.exec('COMMIT');
          }
        };
        commits[i]!.push((microseconds(write) / written) * length);
      });
      db.close();
    }
  }
});
console.log(`rows in any order, into a table of ${rows}; ${rounds} rounds`);
printTable(
  sizes.map(({ mebibytes, commits, read }) => ({
    'cache, MiB': mebibytes,
    'µs a read': median(read).toFixed(2),
    ...Object.fromEntries(
      commits.map((own, i) => [`µs a commit of ${rowsPerCommit[i]} rows`, median(own).toFixed(0)]),
    ),
  })),
);

function open(file: string, mebibytes: number): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;
    PRAGMA cache_size = -${mebibytes * 1024}`);
  return db;
}

function fill(file: string): void {
  const db = open(file, 256);
  db.exec('CREATE TABLE entry (key TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID; BEGIN');
  const insert = db.prepare('INSERT INTO entry VALUES (?, 1)');
  const keys = Array.from({ length: rows }, randomKey).toSorted();
  for (const key of keys) insert.run(key);
  db.exec('COMMIT');
  db.close();
}

function microseconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) * 1000;
}
