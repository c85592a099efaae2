/** Codes as people type and paste them, and codes that earlier versions kept as they were pasted. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import { servers, temporaryFolder } from '#kit/testing/testing.ts';
import { assertProblem, by, cart, open, rule, stores } from './fixtures.ts';

const coded = { requires_code: true };
const composed = 'CAF\u00c9';
const decomposed = 'cafe\u0301';
const idOf = ({ promo_id }: { promo_id: string }) => promo_id;

for (const { name, skip, env } of stores) {
  describe(`codes as they are typed, on ${name}`, { skip }, () => {
    it('are created and shown without blanks around them, in NFC', async (t) => {
      const { app, create, createCodes } = await open(t, env());
      await create(rule('p', coded));
      const sent = [' SAVE', `\u00a0${decomposed}\u3000`, 'TWO WORDS '];
      const codes = ['SAVE', 'caf\u00e9', 'TWO WORDS'];
      assert.deepEqual((await createCodes('p', { codes: sent })).codes, codes);
      const drawn = await createCodes('p', { count: 1, prefix: ' e\u0301t\u00e9- ' });
      assert.match(drawn.codes[0], /^\u00e9t\u00e9-[A-Z2-9]{10}$/);
      const listed = (await app.inject('/admin/rules/p/codes')).json().codes;
      const shown = listed.map(({ code }: { code: string }) => code);
      assert.deepEqual(shown.toSorted(), [...codes, ...(drawn.codes as string[])].toSorted());
    });

    it('are found whatever the blanks around them and the form of their accents', async (t) => {
      const { post, app, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      await createCodes('p', { codes: ['Save ', decomposed], uses_per_code: 9 });
      for (const typed of ['SAVE', ' save', 'Save \u00a0', composed, decomposed, ` ${composed}`]) {
        const { applied, refused } = await apply({ codes: [typed], ...by(typed) });
        assert.deepEqual([applied[0]?.code, refused], [typed, []]);
        for (const path of ['/validate', '/qualify']) {
          const body = { promo_id: 'p', codes: [typed], ...by('bob') };
          const answer = (await post(path, { ...body, cart })).json();
          assert.equal(answer.refused, undefined, JSON.stringify(answer));
        }
      }
      const one = await apply({ codes: ['SAVE', 'save '], ...by('cem') });
      assert.deepEqual([one.applied.length, one.refused], [1, []]);
      for (const [typed, code] of [
        ['save%20', 'Save'],
        [encodeURIComponent(composed), 'caf\u00e9'],
      ]) {
        const ended = await app.inject({ method: 'DELETE', url: `/admin/codes/${typed}` });
        assert.deepEqual(ended.json(), { status: 'ended', code });
      }
      assert.equal((await apply({ codes: ['SAVE'] })).refused[0].reason, 'unknown code');
    });

    it('are the same code: not twice in a call, not in two, not in a repeated order', async (t) => {
      const { post, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      const creation = '/admin/rules/p/codes';
      for (const [codes, path] of [
        [['SAVE', 'save '], 'codes.1'],
        [['a', decomposed, composed], 'codes.2'],
        [['a', ' '], 'codes.1'],
        [['\u00a0\u3000'], 'codes.0'],
        [['\u0958'.repeat(128)], 'codes.0'],
      ] as const) {
        assertProblem(await post(creation, { codes }), 400, 'VALIDATION_FAILED', path);
      }
      await createCodes('p', { codes: ['SAVE', composed] });
      for (const code of [' save', decomposed]) {
        assertProblem(await post(creation, { codes: [code] }), 409, 'CODE_TAKEN');
      }
      const first = await apply({ codes: ['SAVE'], order_id: 'o' });
      assert.deepEqual(await apply({ codes: [' save '], order_id: 'o' }), first);
    });

    it('that earlier versions kept as they were pasted stay usable', async (t) => {
      const variables = { ...env(), DATA_DIR: temporaryFolder() };
      const before = await open(t, variables);
      await before.create(rule('p', coded), rule('q', coded));
      await before.createCodes('p', { codes: ['SAVE-1', 'X1', 'Y1', 'Z1'], uses_per_code: 9 });
      await before.createCodes('q', { codes: ['Z'], uses_per_code: 9 });
      await before.close();
      await respell(t, variables, { 'SAVE-1': 'SAVE ', X1: decomposed, Y1: ' TEA', Z1: 'Z ' });

      const { app, apply } = await open(t, variables);
      for (const [typed, promo] of [
        ['SAVE ', 'p'],
        ['save', 'p'],
        [composed, 'p'],
        [decomposed, 'p'],
        ['tea', 'p'],
        // Two codes that would be one by now.
        ['Z ', 'p'],
        ['Z', 'q'],
      ] as const) {
        const { applied, refused } = await apply({ codes: [typed], ...by(typed) });
        assert.deepEqual([applied.map(idOf), refused], [[promo], []], typed);
      }
      const { codes } = (await app.inject('/admin/rules/p/codes')).json();
      const uses = codes.map((one: { code: string; uses: number }) => [one.code, one.uses]);
      assert.deepEqual(Object.fromEntries(uses), {
        'SAVE ': 2,
        [decomposed]: 2,
        ' TEA': 1,
        'Z ': 1,
      });
      const ended = await app.inject({ method: 'DELETE', url: '/admin/codes/SAVE' });
      assert.deepEqual(ended.json(), { status: 'ended', code: 'SAVE ' });
    });
  });
}

/** Gives codes a key as version 1 made it, which only ignored the case. */
async function respell(
  t: TestContext,
  env: Record<string, string>,
  spellings: Record<string, string>,
): Promise<void> {
  const { DATA_DIR, PROMOTION_PREFIX: prefix } = env;
  if (prefix === undefined) {
    const db = new DatabaseSync(join(DATA_DIR!, 'promotion.db'));
    const change = db.prepare('UPDATE code SET key = ?, spelling = ? WHERE key = ?');
    for (const [key, text] of Object.entries(spellings)) change.run(text.toUpperCase(), text, key);
    return db.close();
  }
  const redis = await openRedis(servers.redis);
  t.after(() => redis.disconnect());
  for (const [key, text] of Object.entries(spellings)) {
    const of = `{${prefix}}:code:`;
    const batch = (await redis.hget(of + key, 'batch'))!;
    await redis.rename(of + key, of + text.toUpperCase());
    await redis.hset(of + text.toUpperCase(), 'spelling', text);
    await redis.zrem(`{${prefix}}:codes:${batch}`, key);
    await redis.zadd(`{${prefix}}:codes:${batch}`, 0, text.toUpperCase());
  }
}
