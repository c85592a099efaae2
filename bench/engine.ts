/**
 * The embedded engine beside the simpler ways to use SQLite durably: what they yield, and for how
 * long they stop the event loop. One step inserts two rows and updates a third.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { nanoid } from 'nanoid';
import { Sqlite } from '../src/kit/stores/sqlite.ts';
import { median, printTable, withFolder, rounds, seconds } from './lib/harness.ts';

const inFlight = 64;

const schema = `CREATE TABLE sale (id TEXT PRIMARY KEY, user TEXT, qty INTEGER) WITHOUT ROWID;
  CREATE TABLE result (id INTEGER PRIMARY KEY, key TEXT, sale TEXT);
  CREATE TABLE stock (n INTEGER PRIMARY KEY, units INTEGER);
  INSERT INTO stock VALUES (0, 1000000000)`;

interface Engine {
  step(): Promise<void>;
  close(): Promise<void>;
}

function statements(run: (sql: string) => (...params: (string | number)[]) => unknown) {
  const sale = run("INSERT INTO sale VALUES (?, 'somebody', 1)");
  const result = run('INSERT INTO result (key, sale) VALUES (?, ?)');
  const stock = run('UPDATE stock SET units = units - 1 WHERE n = 0 AND units > 0');
  let n = 0;
  return () => {
    const id = `${String(n++).padStart(9, '0')}${nanoid()}`;
    sale(id);
    result(id, id);
    stock();
  };
}

/** `batched`: all steps of a turn of the event loop share one transaction. */
function direct(file: string, batched: boolean): Engine {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}`);
  const step = statements((sql) => {
    const statement = db.prepare(sql);
    return (...params) => statement.run(...params);
  });
  let waiting: (() => void)[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    db.exec('BEGIN');
    for (const _ of batch) step();
    db.exec('COMMIT');
    for (const resolve of batch) resolve();
  };
  return {
    async step() {
      await new Promise<void>((resolve) => {
        if (!batched || waiting.length === 0) setImmediate(batched ? flush : single);
        waiting.push(resolve);
      });
      function single() {
        db.exec('BEGIN');
        step();
        db.exec('COMMIT');
        waiting.shift()!();
      }
    },
    close: async () => db.close(),
  };
}

function ours(file: string): Engine {
  const migrations = pathToFileURL(`${file}.migrations/`);
  mkdirSync(migrations);
  writeFileSync(new URL('0001-engine.sql', migrations), schema);
  const db = Sqlite.open({ file, migrations });
  const step = statements((sql) => db.run(sql));
  return { step: () => db.write(step), close: () => db.close() };
}

const engines: [name: string, open: (file: string) => Engine][] = [
  ['a transaction and an fsync a step', (file) => direct(file, false)],
  ['group commit, fsync and checkpoint on the loop', (file) => direct(file, true)],
  ['hawker: fsync and checkpoint off the loop', ours],
];

const runs = new Map(engines.map(([name]) => [name, [] as Awaited<ReturnType<typeof run>>[]]));
for (let round = 0; round < rounds; round++) {
  for (const [name, open] of engines) runs.get(name)!.push(await run(open));
}
console.log(`${inFlight} steps in flight, ${rounds} rounds of ${seconds} s, medians`);
printTable(
  engines.map(([name]) => {
    const of = (key: 'rate' | 'p50' | 'p99' | 'stall') =>
      median(runs.get(name)!.map((one) => one[key]));
    return {
      engine: name,
      'steps/s': Math.round(of('rate')),
      'p50 ms': of('p50').toFixed(2),
      'p99 ms': of('p99').toFixed(2),
      'longest stall of the loop, ms': of('stall').toFixed(1),
    };
  }),
);

async function run(open: (file: string) => Engine) {
  return withFolder(async (folder) => {
    const engine = open(join(folder, 'bench.db'));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const latencies: number[] = [];
    const until = performance.now() + seconds * 1_000;
    delay.enable();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() < until) {
          const started = performance.now();
          await engine.step();
          latencies.push(performance.now() - started);
        }
      }),
    );
    delay.disable();
    await engine.close();
    latencies.sort((a, b) => a - b);
    const quantile = (q: number) => latencies[Math.floor(latencies.length * q)] ?? Number.NaN;
    const rate = latencies.length / seconds;
    return { rate, p50: quantile(0.5), p99: quantile(0.99), stall: delay.max / 1e6 - 1 };
  });
}
