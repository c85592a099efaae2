/** Two replicas on the same stores, and what happens while one of those is away. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { relay, startProcess } from '#kit/testing/process.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
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

  it('of real processes: a rule that one took is applied by the other', async (t) => {
    const env = shared();
    const [first, second] = [
      await startProcess(t, ['promotion'], env),
      await startProcess(t, ['promotion'], env),
    ];
    const send = async (to: typeof first, path: string, payload: object) => {
      const response = await fetch(to.addresses['promotion'] + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      return (await response.json()) as { applied: object[] };
    };
    await send(first, '/admin/rules', rule('p'));
    while ((await send(second, '/apply', { cart, customer })).applied.length === 0);
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
    const isReady = () =>
      service.ready().then(
        () => true,
        () => false,
      );
    while (!(await isReady())) await turn();
    assert.equal((await apply()).applied.length, 1);
  });
});
