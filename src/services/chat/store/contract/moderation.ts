/** Deletions, kicks and bans, on every store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kept } from '../../test/fixtures.ts';
import { at, draft, message, recorder, type OpenTwo } from './fixtures.ts';

const text = '"\\ \0 👩‍🍳 ,"deleted":true,"timestamp":1,"seq":2}';

export function moderationContract(name: string, open: OpenTwo, skip: string | false): void {
  describe(`deletions in a room on ${name}`, { skip }, () => {
    it('leave the place of the message, with its user and instant, without its content', async (t) => {
      const [a, b] = await open(t);
      const user = 'a "/\\ ü';
      await a.append('tea', [draft('ann', 'one'), draft(user, text), draft('ann', 'three')]);
      const deleted = { ...message(user, '', 2), deleted: true as const };
      assert.deepEqual(await b.deleteMessage('tea', 2), deleted);
      const expected = [message('ann', 'one', 1), deleted, message('ann', 'three', 3)];
      for (const store of [a, b]) {
        assert.deepEqual(await kept(store, 'tea'), expected);
        assert.deepEqual(await store.latest('tea', 3, 1), [deleted]);
        assert.deepEqual(await store.missed('tea', 0), expected);
        assert.equal(await store.lastSeq('tea'), 3);
      }
      await a.append('tea', [draft('ann', 'four')]);
      assert.equal((await kept(b, 'tea'))[3]?.seq, 4);
    });

    it('say so to all followers, once, after the message', async (t) => {
      const [a, b] = await open(t);
      const replicas = [...new Set([a, b])];
      const recorders = replicas.map(() => recorder());
      for (const [i, store] of replicas.entries()) await store.follow('tea', recorders[i]!);
      await a.append('tea', [draft('ann', 'one'), draft('ann', 'two')]);
      await b.deleteMessage('tea', 1);
      const again = await a.deleteMessage('tea', 1);
      assert.deepEqual(again, { ...message('ann', '', 1), deleted: true });
      await a.deleteMessage('tea', 2);
      for (const seen of recorders) {
        assert.deepEqual(
          await seen.eventsUpTo(2),
          [1, 2].map((seq) => ({ type: 'deleted', room: 'tea', seq })),
        );
        assert.deepEqual(seen.contents(), ['one', 'two']);
      }
    });

    it('find what is kept, and nothing else', async (t) => {
      const [a, b] = await open(t);
      await a.append(
        'tea',
        Array.from({ length: 3 }, () => draft('ann', text)),
      );
      for (const seq of [0, 4, 1e12, Number.MAX_SAFE_INTEGER]) {
        assert.equal(await b.deleteMessage('tea', seq), undefined, String(seq));
      }
      assert.equal(await b.deleteMessage('nowhere', 1), undefined);
      assert.equal(await b.lastSeq('nowhere'), 0);
    });

    it('do not keep a room from being removed, nor from being young', async (t) => {
      const [a, b] = await open(t);
      await a.append('idle', [{ ...draft('ann', text), timestamp: at - 1 }]);
      await a.append('young', [draft('ann', text)]);
      for (const room of ['idle', 'young']) await b.deleteMessage(room, 1);
      await b.removeRooms(at, at);
      assert.deepEqual([await a.lastSeq('idle'), await a.lastSeq('young')], [0, 1]);
    });
  });

  describe(`kicks on ${name}`, { skip }, () => {
    it('close on all replicas, and say how many were closed', async (t) => {
      const [a, b] = await open(t);
      const replicas = [...new Set([a, b])];
      const kicked: unknown[] = [];
      for (const [i, store] of replicas.entries()) {
        const closes = recorder((...of) => kicked.push(...of) && i + 2);
        await store.follow('tea', closes);
      }
      const closed = replicas.length === 1 ? 2 : 5;
      assert.equal(await a.kick('tea', { user: 'ann', bannedUntil: undefined, now: at }), closed);
      assert.deepEqual(
        kicked,
        replicas.flatMap(() => ['ann', undefined]),
      );
      assert.equal(await b.bannedUntil('tea', 'ann'), undefined);
    });

    it('close nothing where nobody is; a ban is in force on all replicas all the same', async (t) => {
      const [a, b] = await open(t);
      assert.equal(await a.kick('tea', { user: 'ann', bannedUntil: at + 5_000, now: at }), 0);
      for (const store of [a, b]) {
        assert.equal(await store.bannedUntil('tea', 'ann'), at + 5_000);
        assert.equal(await store.bannedUntil('tea', 'bob'), undefined);
        assert.equal(await store.bannedUntil('rice', 'ann'), undefined);
        assert.deepEqual(await store.banned('tea', at), ['ann']);
        assert.deepEqual(await store.banned('tea', at + 5_000), []);
      }
    });

    it('keep a ban that is in force, unless they set another end', async (t) => {
      const [a, b] = await open(t);
      const kick = (bannedUntil: number | undefined, now = at) =>
        a.kick('tea', { user: 'ann', bannedUntil, now });
      await kick(at + 5_000);
      await kick(undefined, at + 1);
      assert.equal(await b.bannedUntil('tea', 'ann'), at + 5_000);
      await kick(at + 2_000);
      assert.equal(await b.bannedUntil('tea', 'ann'), at + 2_000);
      await b.kick('tea', { user: 'bob', bannedUntil: at + 9_000, now: at + 2_000 });
      assert.deepEqual(await a.banned('tea', at + 2_000), ['bob']);
      await kick(at + 2_001, at + 2_001);
      assert.deepEqual(await a.banned('tea', at + 2_001), ['bob']);
    });

    it('keep banned users from saying anything, from the same moment on, on all replicas', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await b.follow('tea', seen);
      await a.append('tea', [draft('ann', 'before')]);
      const user = 'ann "/\\ ü';
      for (const one of ['ann', user]) {
        await a.kick('tea', { user: one, bannedUntil: at + 1, now: at });
      }
      const drafts = ['ann', 'bob', user, 'bob'].map((name, i) => draft(name, `m${i}`));
      assert.deepEqual(await b.append('tea', drafts), { seq: 3, leftOut: 2 });
      assert.deepEqual(await b.append('tea', drafts.slice(0, 1)), { seq: 3, leftOut: 1 });
      assert.deepEqual(await b.append('rice', drafts), { seq: 4, leftOut: 0 });
      const operator = await b.append('tea', [draft('ann', 'in her name')], 'operator');
      assert.deepEqual(operator, { seq: 4, leftOut: 0 });
      const later = { ...draft('ann', 'after'), timestamp: at + 1 };
      assert.deepEqual(await a.append('tea', [later]), { seq: 5, leftOut: 0 });
      const expected = ['before', 'm1', 'm3', 'in her name', 'after'];
      assert.deepEqual(
        (await kept(b, 'tea')).map(({ content }) => content),
        expected,
      );
      await seen.upTo(5);
      assert.deepEqual(seen.contents(), expected);
    });

    it('keep a banned user from making a room', async (t) => {
      const [a, b] = await open(t);
      const names = async () => (await b.rooms('', 10, at)).map(({ name }) => name);
      await a.kick('rice', { user: 'ann', bannedUntil: at + 1, now: at });
      const before = await names();
      for (const store of [a, b]) {
        assert.deepEqual(await store.append('rice', [draft('ann', 'hello')]), {
          seq: 0,
          leftOut: 1,
        });
      }
      assert.deepEqual(await names(), before);
      await a.append('rice', [draft('bob', 'hello')]);
      assert.deepEqual(await names(), [...before, 'rice']);
    });

    it('leave bans in force when the room is removed', async (t) => {
      const [a, b] = await open(t);
      await a.append('idle', [{ ...draft('ann', 'old'), timestamp: at - 1 }]);
      await a.kick('idle', { user: 'ann', bannedUntil: at + 5_000, now: at });
      await b.removeRooms(at, at);
      assert.equal(await b.lastSeq('idle'), 0);
      assert.equal(await b.bannedUntil('idle', 'ann'), at + 5_000);
    });
  });
}
