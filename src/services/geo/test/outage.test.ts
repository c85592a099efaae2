/** Stores that are away: lookups go on as long as one of the two can answer. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  eventually,
  missing,
  openService,
  readyAgain,
  servers,
  unique,
} from '#kit/testing/testing.ts';
import { ask, away, centre, postHub, saved, trail } from './fixtures.ts';
import { repeatAfterMs } from '../hubs.ts';
import { geo } from '../index.ts';

const skip = missing('postgres') || missing('redis');

async function openWithLines(t: TestContext, more: Record<string, string> = {}) {
  const redis = await relay(servers.redis);
  const postgres = await relay(servers.postgres);
  const GEO_PREFIX = unique('geo');
  const env = { STORE_ADDR: redis.url, DATABASE_URL: postgres.url, GEO_PREFIX, ...more };
  return { redis, postgres, ...(await openService(t, geo, env)) };
}

describe('geo while a store is away', { skip }, () => {
  it('Redis: lookups ask the database, changes stand but are 503', async (t) => {
    const { app, redis, ...service } = await openWithLines(t);
    await saved(app);
    await ask(app, centre);
    await redis.cut();
    const answer = await ask(app, centre);
    assert.deepEqual([answer.hub_id, answer.tier], ['monas', 'database']);
    assert.deepEqual(trail(answer), ['redis away', 'database hit']);
    await service.ready();
    assertUnavailable(await postHub(app, { name: 'Changed' }));
    assert.equal((await ask(app, centre)).hub_name, 'Changed');
    const remove = await app.inject({ method: 'DELETE', url: '/admin/hubs/monas' });
    assertUnavailable(remove);
    assert.equal((await ask(app, centre)).serviceable, false);
  });

  it('Redis, back again: what it had missed is invalidated by any replica', async (t) => {
    const { app, clock, redis } = await openWithLines(t);
    await saved(app);
    await ask(app, centre);
    await redis.cut();
    assertUnavailable(await postHub(app, { name: 'Changed' }));
    await redis.mend();
    clock.advance(repeatAfterMs);
    // The loop of the service runs by real time: its effect is awaited, not its schedule.
    let answer = await ask(app, centre);
    while (answer.hub_name !== 'Changed' || answer.tier !== 'redis')
      answer = await ask(app, centre);
    assert.deepEqual(trail(answer), ['redis hit']);
  });

  it('Redis: a removal that is repeated is 404 when no cached answer shows the hub any more', async (t) => {
    const { app, redis } = await openWithLines(t);
    await saved(app);
    await ask(app, centre);
    assert.deepEqual(trail(await ask(app, centre)), ['redis hit']);
    await redis.cut();
    const remove = () => app.inject({ method: 'DELETE', url: '/admin/hubs/monas' });
    assertUnavailable(await remove());
    assertUnavailable(await remove());
    await redis.mend();
    await eventually(async () => (await remove()).statusCode === 404);
    assert.equal((await ask(app, centre)).serviceable, false);
  });

  it('PostgreSQL: cached cells are answered, also those without a hub; the rest is 503', async (t) => {
    const { app, postgres, ...service } = await openWithLines(t);
    const [nowhere, unseen] = [away(centre, 100), away(centre, 1)];
    await saved(app);
    await ask(app, centre);
    await ask(app, nowhere);
    await postgres.cut();
    assert.equal((await ask(app, centre)).tier, 'redis');
    assert.deepEqual(trail(await ask(app, nowhere)), ['redis miss']);
    const query = { lat: String(unseen.lat), lng: String(unseen.lng) };
    assertUnavailable(await app.inject({ url: '/serviceability', query }));
    assertUnavailable(await postHub(app));
    assertUnavailable(await app.inject('/admin/hubs'));
    assertUnavailable(await app.inject('/admin/hubs/monas'));
    assertUnavailable(await app.inject({ method: 'DELETE', url: '/admin/hubs/monas' }));
    await assert.rejects(service.ready());
    await postgres.mend();
    await readyAgain(service);
    assert.equal((await ask(app, unseen)).tier, 'database');
  });

  it('PostgreSQL: whether the default hub exists is not guessed', async (t) => {
    const { app, postgres } = await openWithLines(t, { DEFAULT_HUB_ID: 'monas' });
    await ask(app, centre);
    await postgres.cut();
    const query = { lat: String(centre.lat), lng: String(centre.lng) };
    assertUnavailable(await app.inject({ url: '/serviceability', query }));
  });

  it('both: 503', async (t) => {
    const { app, redis, postgres } = await openWithLines(t);
    await saved(app);
    await ask(app, centre);
    await redis.cut();
    await postgres.cut();
    const query = { lat: String(centre.lat), lng: String(centre.lng) };
    assertUnavailable(await app.inject({ url: '/serviceability', query }));
  });
});
