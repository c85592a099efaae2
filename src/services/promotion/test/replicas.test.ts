/** Two replicas on the same stores, and what happens while one of those is away. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relay, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, readyAgain, servers, unique } from '#kit/testing/testing.ts';
import { Catalogue } from '../catalogue.ts';
import { assertProblem, cart, customer, open, rule } from './fixtures.ts';
import { rule as storedRule } from '../store/contract/rules.ts';
import { openPostgresRules } from '../store/postgres/rules.ts';

const skip = missing('redis') || missing('postgres');
const shared = () => ({
  STORE_ADDR: servers.redis,
  DATABASE_URL: servers.postgres,
  PROMOTION_PREFIX: unique('t'),
});

describe('two replicas', { skip }, () => {
  it('the other one has a rule after its next look at the store', async (t) => {
    const deployment = unique('t');
    const here = await openPostgresRules(servers.postgres, deployment);
    const there = await openPostgresRules(servers.postgres, deployment);
    t.after(() => Promise.all([here.close(), there.close()]));
    const catalogue = new Catalogue(there);
    await catalogue.refresh();
    await here.create(storedRule('p'), 'life');
    assert.equal(catalogue.get('p'), undefined);
    await catalogue.refresh();
    assert.equal(catalogue.get('p')?.rule.priority, 1);
    await here.replace(storedRule('p', { priority: 9 }));
    await here.create(storedRule('q'), 'life');
    await catalogue.refresh();
    assert.deepEqual(
      catalogue.sorted.map((one) => one.rule.promo_id),
      ['q', 'p'],
    );
    await here.remove('p');
    await catalogue.refresh();
    assert.deepEqual(
      catalogue.sorted.map((one) => one.rule.promo_id),
      ['q'],
    );
  });

  it('of real processes: what one did with a rule, the other does as well', async (t) => {
    const env = shared();
    const [first, second] = [
      await startProcess(t, ['promotion'], env),
      await startProcess(t, ['promotion'], env),
    ];
    const send = async (to: typeof first, method: string, path: string, payload?: object) => {
      const response = await fetch(to.addresses['promotion'] + path, {
        method,
        ...(payload && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(payload),
        }),
      });
      return { status: response.status, body: (await response.json()) as object };
    };
    /** Asks a replica for the rule until it answers as it should; counts nothing. */
    const seen = (by: typeof first, status: number, name?: string) =>
      eventually(async () => {
        const answer = await send(by, 'GET', '/admin/rules/p');
        return answer.status === status && (answer.body as { name?: string }).name === name;
      });
    const buy = async (from: typeof first, id: string) => {
      const whom = { ...customer, id, device_fingerprint: id };
      return (await send(from, 'POST', '/apply', { promo_id: 'p', cart, customer: whom })).body;
    };
    const twice = rule('p', { usage_limits: { global: 2 } });
    const applied = (discount: number) => ({
      applied: [{ promo_id: 'p', discount, priority: 1, stackable: true }],
      total_before: 200,
      total_discount: discount,
      total_after: 200 - discount,
      refused: [],
    });
    assert.equal((await send(first, 'POST', '/admin/rules', twice)).status, 201);
    await seen(second, 200, 'the p');
    // A tenth of 200, and then another of the two uses that all have together.
    assert.deepEqual(await buy(second, 'ann'), applied(20));
    const fixed = { ...twice, name: 'changed', discount: { type: 'fixed', value: 7.5 } };
    assert.equal((await send(second, 'PUT', '/admin/rules/p', fixed)).status, 200);
    await seen(first, 200, 'changed');
    assert.deepEqual(await buy(first, 'bob'), applied(7.5));
    const refused = [{ promo_id: 'p', reason: 'global limit reached' }];
    const nothing = { ...applied(0), applied: [], refused };
    assert.deepEqual([await buy(second, 'cid'), await buy(first, 'dan')], [nothing, nothing]);
    assert.equal((await send(first, 'DELETE', '/admin/rules/p')).status, 200);
    await seen(second, 404);
    assert.equal(
      (await send(second, 'POST', '/apply', { promo_id: 'p', cart, customer })).status,
      404,
    );
  });
});

describe('while PostgreSQL is away', { skip }, () => {
  it('carts get their promotions from memory, changes of rules are 503', async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const service = await open(t, { ...shared(), DATABASE_URL: url });
    const { app, post, create, apply } = service;
    await create(rule('p'));
    await cut();
    assert.equal((await apply()).applied.length, 1);
    const refused = await post('/admin/rules', rule('q'));
    assertProblem(refused, 503, 'STORE_UNAVAILABLE');
    assert.equal(refused.headers['retry-after'], '1');
    await assert.rejects(service.ready());
    await mend();
    await readyAgain(service);
    assert.equal((await post('/admin/rules', rule('q'))).statusCode, 201);
    assert.equal((await app.inject('/admin/rules')).json().rules.length, 2);
  });
});

describe('while Redis is away', { skip }, () => {
  it('carts are 503, for a use that is not counted would be a use too many', async (t) => {
    const { url, cut, mend } = await relay(servers.redis);
    const service = await open(t, { ...shared(), STORE_ADDR: url });
    const { post, create, apply } = service;
    await create(rule('p', { usage_limits: { global: 1 } }));
    await cut();
    assertProblem(await post('/apply', { cart, customer }), 503, 'STORE_UNAVAILABLE');
    assert.equal((await post('/validate', { promo_id: 'p', cart, customer })).statusCode, 200);
    await mend();
    await readyAgain(service);
    assert.equal((await apply()).applied.length, 1);
  });
});
