/**
 * The contract of every chat store. Two handles on one state stand for two replicas. The embedded
 * store has one process, so both are the same there.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kept } from '../../test/fixtures.ts';
import { defaultHistory, presence } from '../chat-store.ts';
import { at, draft, message, recorder, type OpenTwo } from './fixtures.ts';

export function storeContract(name: string, open: OpenTwo, skip: string | false = false): void {
  describe(`chat store on ${name}`, { skip }, () => {
    it('numbers the messages of a room from 1, growing by one, whichever replica appends', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'one')]);
      await b.append('tea', [draft('bob', 'two'), draft('bob', 'three')]);
      const expected = [
        message('ann', 'one', 1),
        message('bob', 'two', 2),
        message('bob', 'three', 3),
      ];
      assert.deepEqual(await kept(a, 'tea'), expected);
      assert.deepEqual(await kept(b, 'tea'), expected);
      assert.equal(await b.lastSeq('tea'), 3);
    });

    it('gives rooms their own numbers and histories', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'one')]);
      await b.append('rice', [draft('bob', 'uno')]);
      assert.equal((await kept(a, 'rice'))[0]?.seq, 1);
      assert.equal(await a.lastSeq('never'), 0);
      assert.deepEqual(await kept(b, 'never'), []);
    });

    it('never gives one number twice when two replicas append at once', async (t) => {
      const [a, b] = await open(t);
      const texts = Array.from({ length: 40 }, (_, i) => `m${i}`);
      await Promise.all(
        texts.map((text, i) => (i % 2 ? a : b).append('tea', [draft('ann', text)])),
      );
      const history = await kept(a, 'tea');
      assert.deepEqual(
        history.map(({ seq }) => seq),
        texts.map((_, i) => i + 1),
      );
      assert.deepEqual(history.map(({ content }) => content).toSorted(), texts.toSorted());
    });

    it('keeps the last 100 messages, also when more come at once', async (t) => {
      const [a, b] = await open(t);
      await a.append('tea', [draft('ann', 'first')]);
      await a.append(
        'tea',
        Array.from({ length: 149 }, (_, i) => draft('ann', `m${i}`)),
      );
      const history = await kept(b, 'tea');
      assert.equal(history.length, defaultHistory);
      assert.deepEqual([history[0]?.seq, history.at(-1)?.seq], [51, 150]);
      assert.equal((await kept(b, 'tea', 148)).length, 2);
      assert.deepEqual(await b.missed('tea', 148), await kept(a, 'tea', 148));
      assert.deepEqual((await b.missed('tea', 0)).slice(-defaultHistory), history);
    });

    it('keeps any text as it was sent', async (t) => {
      const [a, b] = await open(t);
      const contents = ['', '\n"\\', '\0', '👩‍🍳 点心', 'a'.repeat(4096), '{"seq":9}'];
      await a.append(
        'tea',
        contents.map((content) => draft('ünï "x"', content)),
      );
      assert.deepEqual(
        (await kept(b, 'tea')).map(({ content }) => content),
        contents,
      );
    });

    it('delivers what any replica appends to the followers of all, in one order', async (t) => {
      const [a, b] = await open(t);
      const replicas = [...new Set([a, b])];
      const recorders = replicas.map(() => recorder());
      for (const [i, store] of replicas.entries()) await store.follow('tea', recorders[i]!);
      await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          (i % 2 ? a : b).append('tea', [draft('ann', `m${i}`)]),
        ),
      );
      const history = await kept(a, 'tea');
      for (const seen of recorders) assert.deepEqual(await seen.upTo(30), history);
    });

    it('delivers nothing of other rooms, and nothing any more after unfollow', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await a.follow('tea', seen);
      await a.follow('rice', recorder());
      await b.append('rice', [draft('bob', 'elsewhere')]);
      await b.append('tea', [draft('bob', 'here')]);
      await seen.upTo(1);
      await a.unfollow('tea');
      await b.append('tea', [draft('bob', 'not delivered')]);
      const witness = recorder();
      await a.follow('tea', witness);
      await b.append('tea', [draft('bob', 'delivered')]);
      await witness.upTo(1);
      assert.deepEqual(seen.contents(), ['here']);
      assert.deepEqual(witness.contents(), ['delivered']);
    });

    it('lists rooms with history or clients, and general, in portions, sorted by their bytes', async (t) => {
      const [a, b] = await open(t);
      assert.deepEqual(await a.rooms('', 10, at), [{ name: 'general', clients: 0 }]);
      const spoken = ['Tea', 'rice', 'tea', 'ü', '😀'];
      for (const [i, name] of spoken.entries()) {
        await (i % 2 ? a : b).append(name, [draft('ann', 'one')]);
      }
      const counts = { rice: 2, 'tea 2': 3, '\uff5e': 1, 'general 2': 0 };
      await a.publishCounts(new Map(Object.entries(counts)), at);
      const names = ['Tea', 'general', 'rice', 'tea', 'tea 2', 'ü', '\uff5e', '😀'];
      const clients: Record<string, number> = counts;
      const rooms = names.map((name) => ({ name, clients: clients[name] ?? 0 }));
      for (const store of [a, b]) {
        assert.deepEqual(await store.rooms('', 10, at), rooms);
        assert.deepEqual(await store.rooms('', 2, at), rooms.slice(0, 2));
        assert.deepEqual(await store.rooms('rice', 3, at), rooms.slice(3, 6));
        assert.deepEqual(await store.rooms('s', 1, at), rooms.slice(3, 4));
        assert.deepEqual(await store.rooms('😀', 3, at), []);
      }
      await a.publishCounts(new Map(Object.entries({ rice: 0, 'tea 2': 0 })), at);
      const [tea] = await b.rooms('tea', 1, at);
      assert.equal(tea?.name, 'ü');
    });

    it('knows the clients of a room', async (t) => {
      const [a, b] = await open(t);
      assert.equal(await a.clientsIn('rice', at), 0);
      await a.publishCounts(new Map(Object.entries({ rice: 2, general: 1, tea: 0 })), at);
      await a.publishCounts(new Map(Object.entries({ general: 0, tea: 3 })), at);
      for (const store of [a, b]) {
        for (const [room, clients] of Object.entries({ rice: 2, general: 0, tea: 3, none: 0 })) {
          assert.equal(await store.clientsIn(room, at), clients, room);
        }
      }
    });

    it('removes rooms without clients whose latest message is too old, and what they held', async (t) => {
      const [a, b] = await open(t);
      const old = { ...draft('ann', '"timestamp":9999999999999,"seq":1}'), timestamp: at - 1 };
      await a.append('idle', [old, old]);
      await a.append('open', [old]);
      await a.append('spoken', [old, draft('ann', 'new')]);
      await b.publishCounts(new Map([['open', 1]]), at);
      for (const store of [a, b]) await store.removeRooms(at, at);
      for (const store of [a, b]) {
        assert.deepEqual(
          (await store.rooms('', 10, at)).map(({ name }) => name),
          ['general', 'open', 'spoken'],
        );
        assert.deepEqual(await kept(store, 'idle'), []);
        assert.equal(await store.lastSeq('idle'), 0);
        assert.equal((await kept(store, 'open')).length, 1);
        assert.equal((await kept(store, 'spoken')).length, 2);
      }
      await b.append('idle', [draft('bob', 'again')]);
      assert.deepEqual(
        (await kept(a, 'idle')).map(({ content, seq }) => [content, seq]),
        [['again', 1]],
      );
      assert.equal((await a.rooms('general', 1, at))[0]?.name, 'idle');
    });

    it('lists a room that gets a message while it is removed', async (t) => {
      const [a, b] = await open(t);
      for (let i = 0; i < 20; i++) {
        const name = `room ${i}`;
        await a.append(name, [{ ...draft('ann', 'old'), timestamp: at - 1 }]);
        await a.heartbeat(at);
        // Later from time to time, so that it comes between each two steps of the removal.
        const speak = async () => {
          for (let turn = 0; turn < i % 10; turn++) await a.lastSeq(name);
          await a.append(name, [draft('ann', 'new')]);
        };
        await Promise.all([b.removeRooms(at, at), speak()]);
        assert.equal((await kept(b, name)).at(-1)?.content, 'new');
        const rooms = await b.rooms('room', 100, at);
        assert.ok(rooms.some((room) => room.name === name));
      }
    });

    it('answers readiness', async (t) => {
      const [a] = await open(t);
      await a.ready();
    });
  });
}

/** The contract of shared stores only: replicas that come and go. */
export function presenceContract(name: string, open: OpenTwo, skip: string | false): void {
  describe(`counts of clients on ${name}`, { skip }, () => {
    const counts = (rooms: Record<string, number>) => new Map(Object.entries(rooms));

    it('adds up what the replicas publish', async (t) => {
      const [a, b] = await open(t);
      await a.publishCounts(counts({ rice: 2, general: 1 }), at);
      await b.publishCounts(counts({ rice: 3 }), at);
      for (const store of [a, b]) {
        assert.equal(await store.clientsIn('rice', at), 5);
        assert.deepEqual(await store.rooms('', 10, at), [
          { name: 'general', clients: 1 },
          { name: 'rice', clients: 5 },
        ]);
      }
    });

    it('takes back the counts of a replica that closes', async (t) => {
      const [a, b] = await open(t);
      await a.publishCounts(counts({ rice: 2 }), at);
      await a.close();
      assert.equal(await b.clientsIn('rice', at), 0);
      assert.deepEqual(await b.rooms('general', 10, at), []);
    });

    it('forgets the counts of a replica that is silent for 15 s', async (t) => {
      const [a, b] = await open(t);
      await a.publishCounts(counts({ rice: 2 }), at);
      const { lifetimeMs } = presence;
      assert.equal(await b.clientsIn('rice', at + lifetimeMs), 2);
      assert.equal((await b.rooms('general', 10, at + lifetimeMs)).length, 1);
      assert.equal(await b.clientsIn('rice', at + lifetimeMs + 1), 0);
      assert.deepEqual(await b.rooms('general', 10, at + lifetimeMs + 1), []);
    });
  });
}
