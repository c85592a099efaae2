import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, by, cart, customer, open, rule, stores } from './fixtures.ts';

const coded = { requires_code: true };
const never = { type: 'MinTransaction', value: 1_000_000 };

for (const { name, skip, env } of stores) {
  describe(`codes over HTTP, on ${name}`, { skip }, () => {
    it('that were sent are created with 201, and shown as they were sent', async (t) => {
      const { app, create, createCodes } = await open(t, env());
      await create(rule('p', coded));
      const codes = ['Spring-1', 'spring-2'];
      assert.deepEqual(await createCodes('p', { codes }), { promo_id: 'p', created: 2, codes });
      const listed = (await app.inject('/admin/rules/p/codes')).json();
      const shown = codes.map((code) => ({ code, uses: 0, uses_per_code: 1 }));
      assert.deepEqual(listed, { codes: shown });
    });

    it('that are drawn have the prefix, the length, and characters that are told apart', async (t) => {
      const { app, clock, create, createCodes } = await open(t, env());
      await create(rule('p', coded));
      const drawn = await createCodes('p', {
        count: 1_200,
        prefix: 'may-',
        length: 8,
        uses_per_code: 3,
      });
      assert.deepEqual([drawn.created, new Set(drawn.codes).size], [1_200, 1_200]);
      // 8 of 32 characters: 40 random bits.
      for (const code of drawn.codes) assert.match(code, /^may-[A-HJ-NP-Z2-9]{8}$/);
      clock.advance(1);
      const plain = await createCodes('p', { count: 1 });
      assert.match(plain.codes[0], /^[A-HJ-NP-Z2-9]{10}$/);
      const page = (await app.inject('/admin/rules/p/codes?limit=1')).json();
      assert.equal(page.codes[0].uses_per_code, 3);
    });

    it('are created up to 10,000 a call, and listed in pages', async (t) => {
      const { app, create, createCodes } = await open(t, env());
      await create(rule('p', coded));
      const { codes } = await createCodes('p', { count: 10_000 });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const from = cursor === undefined ? '' : `&cursor=${cursor}`;
        const page: { codes: { code: string }[]; next_cursor?: string } = (
          await app.inject(`/admin/rules/p/codes?limit=1000${from}`)
        ).json();
        seen.push(...page.codes.map(({ code }) => code));
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      assert.deepEqual(seen.toSorted(), codes.toSorted());
      assert.equal((await app.inject('/admin/rules/p/codes')).json().codes.length, 100);
    });

    it('of which one exists: 409, and nothing is created', async (t) => {
      const { app, post, create, createCodes } = await open(t, env());
      await create(rule('p', coded), rule('q', coded));
      await createCodes('p', { codes: ['Taken'] });
      const many = Array.from({ length: 1_000 }, (_, i) => `new-${i}`);
      const response = await post('/admin/rules/q/codes', { codes: [...many, 'tAKEN'] });
      assertProblem(response, 409, 'CODE_TAKEN');
      assert.deepEqual((await app.inject('/admin/rules/q/codes')).json(), { codes: [] });
      await createCodes('q', { codes: many });
    });

    it('make a rule that requires one a candidate, whatever their case', async (t) => {
      const { create, createCodes, apply } = await open(t, env());
      await create(rule('coded', coded), rule('plain'));
      await createCodes('coded', { codes: ['Spring'] });
      const without = await apply();
      assert.deepEqual(without.applied.map(idOf), ['plain']);
      assert.deepEqual(without.refused, []);
      const { applied, refused } = await apply({ codes: ['sPRING'], ...by('bob') });
      assert.deepEqual(applied, [
        { promo_id: 'coded', discount: 20, priority: 1, stackable: true, code: 'sPRING' },
        { promo_id: 'plain', discount: 18, priority: 1, stackable: true },
      ]);
      assert.deepEqual(refused, []);
    });

    it('add candidates to those that are named', async (t) => {
      const { create, createCodes, apply } = await open(t, env());
      await create(rule('a'), rule('b'), rule('c', coded), rule('d'));
      await createCodes('c', { codes: ['C'] });
      await createCodes('d', { codes: ['D'] });
      const { applied } = await apply({ promo_id: 'a', codes: ['C', 'D', 'c'] });
      assert.deepEqual(applied.map(idOf), ['a', 'c', 'd']);
      // A rule that requires none is a candidate through a code only as long as that has a use left.
      const again = await apply({ promo_id: 'a', codes: ['D'], ...by('bob') });
      assert.deepEqual(again.applied.map(idOf), ['a']);
      assert.deepEqual(again.refused, [{ code: 'D', reason: 'code used up' }]);
    });

    it('are refused with the reason: unknown, ended, used up; a rule without its code too', async (t) => {
      const { app, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      await createCodes('p', { codes: ['used', 'ended', 'good', 'spare'] });
      await apply({ codes: ['used'] });
      const gone = await app.inject({ method: 'DELETE', url: '/admin/codes/ENDED' });
      assert.deepEqual([gone.statusCode, gone.json()], [200, { status: 'ended', code: 'ended' }]);
      const reasons = async (more: object) => (await apply({ ...by('bob'), ...more })).refused;
      assert.deepEqual(await reasons({ codes: ['none', 'Ended'] }), [
        { code: 'none', reason: 'unknown code' },
        { code: 'Ended', reason: 'unknown code' },
      ]);
      assert.deepEqual(await reasons({ promo_id: 'p' }), [
        { promo_id: 'p', reason: 'code required' },
      ]);
      assert.deepEqual(await reasons({ promo_id: 'p', codes: ['USED'] }), [
        { code: 'USED', reason: 'code used up' },
      ]);
      assert.deepEqual(await reasons({ codes: ['good', 'spare'] }), [
        { code: 'spare', reason: 'another code used' },
      ]);
      const listed = (await app.inject('/admin/rules/p/codes')).json().codes;
      assert.deepEqual(listed, [
        { code: 'ended', uses: 0, uses_per_code: 1, ended: true },
        { code: 'good', uses: 1, uses_per_code: 1 },
        { code: 'spare', uses: 0, uses_per_code: 1 },
        { code: 'used', uses: 1, uses_per_code: 1 },
      ]);
    });

    it('are told of when their promotion does not apply for another reason, and keep their use', async (t) => {
      const { app, create, createCodes, apply } = await open(t, env());
      await create(rule('p', { ...coded, condition_tree: never }));
      await createCodes('p', { codes: ['A'] });
      const { refused } = await apply({ codes: ['A'] });
      assert.deepEqual(refused, [{ promo_id: 'p', reason: 'conditions not met' }]);
      assert.equal((await app.inject('/admin/rules/p/codes')).json().codes[0].uses, 0);
    });

    it('of an order count once; a repeat is given the same, another code is a mismatch', async (t) => {
      const { app, post, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      await createCodes('p', { codes: ['A', 'B'], uses_per_code: 5 });
      const first = await apply({ order_id: 'o', codes: ['A', 'X'] });
      assert.equal(first.applied[0].code, 'A');
      assert.deepEqual(await apply({ order_id: 'o', codes: ['x', 'a'] }), first);
      const other = { order_id: 'o', codes: ['B'], cart, customer };
      assertProblem(await post('/apply', other), 409, 'ORDER_MISMATCH');
      const uses = (await app.inject('/admin/rules/p/codes')).json().codes;
      assert.deepEqual(
        uses.map((code: { uses: number }) => code.uses),
        [1, 0],
      );
    });

    it('two requests never share the last use, through two replicas', async (t) => {
      const shared: Record<string, string> = env();
      const first = await open(t, shared);
      await first.create(rule('p', coded));
      await first.createCodes('p', { codes: ['A'], uses_per_code: 7 });
      const second = 'STORE_ADDR' in shared ? await open(t, shared) : first;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          [first, second][i % 2]!.apply({ codes: ['A'], ...by(`buyer ${i}`) }),
        ),
      );
      assert.equal(answers.filter(({ applied }) => applied.length === 1).length, 7);
      const refused = [{ code: 'A', reason: 'code used up' }];
      for (const answer of answers)
        if (answer.applied.length === 0) assert.deepEqual(answer.refused, refused);
    });

    it('/validate looks at them and counts nothing', async (t) => {
      const { post, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      await createCodes('p', { codes: ['A', 'B'] });
      await apply({ codes: ['A'] });
      const ask = async (codes?: string[]) => {
        const { valid, refused } = (
          await post('/validate', { promo_id: 'p', codes, cart, customer })
        ).json();
        return { valid, refused };
      };
      const required = [{ promo_id: 'p', reason: 'code required' }];
      assert.deepEqual(await ask(), { valid: false, refused: required });
      for (let i = 0; i < 3; i++)
        assert.deepEqual(await ask(['b']), { valid: true, refused: undefined });
      const usedUp = [{ code: 'A', reason: 'code used up' }];
      assert.deepEqual(await ask(['A']), { valid: false, refused: usedUp });
      assert.deepEqual(await ask(['A', 'B']), { valid: true, refused: usedUp });
    });

    it('go with their rule: one that is created again has none', async (t) => {
      const { app, create, createCodes, apply } = await open(t, env());
      await create(rule('p', coded));
      await createCodes('p', { codes: ['A'] });
      await app.inject({ method: 'DELETE', url: '/admin/rules/p' });
      const { refused } = await apply({ codes: ['A'] });
      assert.deepEqual(refused, [{ code: 'A', reason: 'unknown code' }]);
      await create(rule('p', coded));
      assert.deepEqual((await app.inject('/admin/rules/p/codes')).json(), { codes: [] });
      await createCodes('p', { codes: ['A'] });
    });

    it('of which there is none are 404, as are those of an unknown rule', async (t) => {
      const { app, post } = await open(t, env());
      const url = '/admin/codes/none';
      assertProblem(await app.inject({ method: 'DELETE', url }), 404, 'UNKNOWN_CODE');
      const codes = '/admin/rules/none/codes';
      assertProblem(await app.inject(codes), 404, 'UNKNOWN_PROMOTION');
      assertProblem(await post(codes, { count: 1 }), 404, 'UNKNOWN_PROMOTION');
    });
  });
}

const idOf = ({ promo_id }: { promo_id: string }) => promo_id;

describe('codes that do not fit', () => {
  const bad: [path: string, body: object][] = [
    ['codes', {}],
    ['codes', { codes: [] }],
    ['codes', { codes: Array.from({ length: 10_001 }, (_, i) => `c${i}`) }],
    ['codes.1', { codes: ['a', ''] }],
    ['codes.2', { codes: ['a', 'b', 'A'] }],
    ['count', { codes: ['a'], count: 1 }],
    ['prefix', { codes: ['a'], prefix: 'x' }],
    ['count', { count: 0 }],
    ['count', { count: 10_001 }],
    ['length', { count: 1, length: 7 }],
    ['length', { count: 1, length: 65 }],
    ['prefix', { count: 1, prefix: 'x'.repeat(65) }],
    ['uses_per_code', { count: 1, uses_per_code: 0 }],
  ];
  for (const [path, body] of bad) {
    it(`are 400 and name ${path}: ${JSON.stringify(body).slice(0, 60)}`, async (t) => {
      const { post, create } = await open(t);
      await create(rule('p', coded));
      assertProblem(await post('/admin/rules/p/codes', body), 400, 'VALIDATION_FAILED', path);
    });
  }

  it('in a request are 400, as a cursor is that is none', async (t) => {
    const { app, post, create } = await open(t);
    await create(rule('p', coded));
    for (const url of ['/apply', '/validate', '/qualify']) {
      const body = { promo_id: 'p', cart, customer, codes: Array(21).fill('x') };
      assertProblem(await post(url, body), 400, 'VALIDATION_FAILED', 'codes');
    }
    const pages = '/admin/rules/p/codes';
    assertProblem(await app.inject(`${pages}?cursor=x`), 400, 'VALIDATION_FAILED', 'cursor');
    assertProblem(await app.inject(`${pages}?limit=1001`), 400, 'VALIDATION_FAILED', 'limit');
  });
});
