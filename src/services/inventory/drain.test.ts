import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { storeUnavailable } from '#kit/web/problem.ts';
import { eventually, fakeClock } from '#kit/testing/testing.ts';
import { backends, closeAll, load, reserved, T0, together } from './test/fixtures.ts';
import { Drain } from './drain.ts';
import type { RecordStore } from './store/record.ts';
import { reconcile } from './reconcile.ts';
import { lifetimes } from './store/inventory-store.ts';

for (const { name, skip, open } of backends) {
  describe(`draining the outbox on ${name}`, { skip }, () => {
    it('records what was confirmed, soon after it is asked to', async (t) => {
      const { store, drain, onHand } = await setUp(t);
      await store.load(load(10));
      await store.confirm(await reserved(store), T0);
      drain.request();
      drain.request();
      await eventually(async () => (await store.backlog()).entries <= 0);
      assert.equal(await onHand(), 9);
    });

    it('shows what waits, and for how long', async (t) => {
      const { store, drain, line, clock } = await setUp(t);
      assert.deepEqual([drain.backlog.entries, drain.oldestSeconds], [0, 0]);
      line.away = true;
      await store.load(load(10, { now: clock() }));
      await store.confirm(await reserved(store, { now: clock() }), clock());
      clock.advance(7_500);
      await step(drain);
      assert.deepEqual([drain.backlog.entries, drain.oldestSeconds], [2, 7.5]);
      line.away = false;
      await step(drain);
      assert.deepEqual([drain.backlog.entries, drain.oldestSeconds], [0, 0]);
    });

    it('shows what waits also while the record does not answer', async (t) => {
      const { store, drain, line } = await setUp(t);
      await store.load(load(10));
      const answer = Promise.withResolvers<void>();
      line.silence = answer.promise;
      const running = drain.run();
      await drain.count();
      assert.equal(drain.backlog.entries, 1);
      answer.resolve();
      await running;
      await drain.count();
      assert.equal(drain.backlog.entries, 0);
    });

    it('says once that the record is away, and once that it is back', async (t) => {
      const { store, drain, line, logged } = await setUp(t);
      line.away = true;
      await store.load(load(10));
      for (let i = 0; i < 5; i++) await step(drain);
      assert.deepEqual(logged, ['the outbox cannot be drained']);
      line.away = false;
      for (let i = 0; i < 5; i++) await step(drain);
      assert.deepEqual(logged.slice(1), ['the outbox is being drained again']);
    });

    it('claims nothing for a record that is away', async (t) => {
      const { store, drain, line } = await setUp(t);
      line.away = true;
      await store.load(load(10));
      await drain.run();
      const claim = t.mock.method(store, 'claim');
      for (let i = 0; i < 5; i++) await drain.run();
      assert.equal(claim.mock.callCount(), 0);
      line.away = false;
      await drain.run();
      assert.equal((await store.backlog()).entries, 0);
    });

    it('lets other replicas have what it could not record', async (t) => {
      const { store, drain, line } = await setUp(t);
      line.away = true;
      await store.load(load(10));
      await drain.run();
      assert.equal((await store.claim(T0)).length, 1);
    });

    it('records once what it had recorded when the answer was lost', async (t) => {
      const { store, drain, line, onHand } = await setUp(t);
      await store.load(load(10));
      line.losesAnswers = true;
      await drain.run();
      assert.equal((await store.backlog()).entries, 1);
      line.losesAnswers = false;
      await drain.run();
      assert.equal((await store.backlog()).entries, 0);
      assert.equal(await onHand(), 10);
    });

    it('records once what a process that died had recorded and not acknowledged', async (t) => {
      const { store, record, drain, clock, onHand } = await setUp(t);
      await store.load(load(10));
      await record.append(await store.claim(clock()));
      await drain.run();
      assert.equal((await store.backlog()).entries, 1); // the dead one's claim
      clock.advance(lifetimes.claimMs);
      await drain.run();
      assert.equal((await store.backlog()).entries, 0);
      assert.equal(await onHand(), 10);
    });

    it('one entry that the record rejects keeps none of 199 others from it', async (t) => {
      const { store, record, drain, line, logged, clock, onHand } = await setUp(t);
      await store.load(load(1_000));
      await drain.run();
      const ids: string[] = [];
      for (let i = 0; i < 200; i++) {
        ids.push(await reserved(store));
        await store.confirm(ids[i]!, clock());
      }
      line.rejects = ids[77];
      await step(drain);
      assert.deepEqual([drain.backlog.entries, drain.backlog.rejected], [1, 1]);
      assert.equal(await onHand(), 1_000 - 199);
      const rejection = { entry_id: ids[77], hub_id: 'hub', failures: 1 };
      const [reason, retry_at] = ['Error: a constraint is violated', clock() + lifetimes.retryMs];
      const { rejected } = await reconcile(store, record);
      assert.deepEqual(rejected, [{ ...rejection, reason, retry_at }]);
      for (let i = 0; i < 3; i++) await step(drain);
      assert.deepEqual(logged, ['the record rejects an entry of the outbox']);
      line.rejects = undefined;
      clock.advance(lifetimes.retryMs);
      await step(drain);
      assert.deepEqual([drain.backlog.entries, drain.backlog.rejected], [0, 0]);
      assert.equal(await onHand(), 1_000 - 200);
    });

    it('lets others have at once what it had not tried when the record went away', async (t) => {
      const { store, drain, line, clock } = await setUp(t);
      for (let i = 0; i < 8; i++) await store.load(load(i, { entryId: `load ${i}`, now: T0 + i }));
      clock.advance(8);
      line.rejects = 'load 5';
      line.goesAwayAfter = 3;
      await drain.run();
      line.goesAwayAfter = undefined;
      const left = await store.claim(T0 + 8);
      const { entries } = await store.backlog();
      // The first half of 0 to 7 was recorded; then 4 and 5 met a record that had gone.
      assert.equal(entries, 4);
      assert.deepEqual(
        left.map(({ id }) => id),
        ['load 4', 'load 5', 'load 6', 'load 7'],
      );
    });

    it('two replicas drain a thousand entries between them, each once', async (t) => {
      const { store, record, drain, other, onHand } = await setUp(t);
      await store.load(load(1_000));
      const ids = await together(1_000, () => reserved(store));
      await together(1_000, (i) => store.confirm(ids[i]!, T0));
      await Promise.all([drain.run(), other.run()]);
      await drain.run();
      assert.equal((await store.backlog()).entries, 0);
      assert.equal(await onHand(), 0);
      assert.deepEqual((await reconcile(store, record)).differences, []);
    });

    it('claims nothing any more once it is stopped', async (t) => {
      const { store, drain } = await setUp(t);
      await store.load(load(10));
      drain.request();
      await drain.stop();
      await drain.run();
      assert.equal((await store.backlog()).entries, 1);
    });

    async function setUp(t: TestContext) {
      const opened = await open();
      t.after(() => closeAll(opened));
      const [[store, otherStore], [inner, otherRecord]] = [opened.stores, opened.records];
      const line: Connection = { away: false, losesAnswers: false };
      const record = onLine(inner, line);
      const logged: string[] = [];
      const write = (text: string) => void logged.push((JSON.parse(text) as { msg: string }).msg);
      const log = pino({ level: 'warn' }, { write });
      const clock = fakeClock(T0);
      const drain = new Drain({ outbox: store, record, clock, log });
      const other = new Drain({ outbox: otherStore, record: otherRecord, clock, log });
      const onHand = async () => {
        for await (const [stock] of inner.onHand()) return stock?.quantity;
      };
      return { store, record, drain, other, line, clock, logged, onHand };
    }
  });
}

/** Does what the service does every second. */
async function step(drain: Drain): Promise<void> {
  await drain.run();
  await drain.count();
}

interface Connection {
  away: boolean;
  losesAnswers: boolean;
  /** The entry that it rejects. */
  rejects?: string | undefined;
  /** So many attempts later it is away. */
  goesAwayAfter?: number | undefined;
  silence?: Promise<void>;
}

/** A record that can be away, keep silent, lose its answer on the way, or fail. */
function onLine(record: RecordStore, line: Connection): RecordStore {
  return {
    description: record.description,
    async append(entries) {
      await line.silence;
      if (line.away) throw storeUnavailable();
      if (line.goesAwayAfter !== undefined && line.goesAwayAfter-- === 0) throw storeUnavailable();
      if (entries.some(({ id }) => id === line.rejects)) {
        throw new Error('a constraint is violated');
      }
      await record.append(entries);
      if (line.losesAnswers) throw storeUnavailable();
    },
    async ready() {
      if (line.away) throw storeUnavailable();
      await record.ready();
    },
    compare: (snapshots) => record.compare(snapshots),
    onHand: () => record.onHand(),
    movements: (...of) => record.movements(...of),
    close: () => record.close(),
  };
}
