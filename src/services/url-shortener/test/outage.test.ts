import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  eventually,
  missing,
  readyAgain,
  servers,
} from '#kit/testing/testing.ts';
import { drawCode } from '../code.ts';
import { long, open } from './fixtures.ts';

/** A service whose way to PostgreSQL can be cut. */
async function start(t: TestContext, env: Environment = {}) {
  const { url, ...line } = await relay(servers.postgres);
  const service = await open(t, { DATABASE_URL: url, ...env });
  await service.ready();
  return { ...service, ...line };
}

describe('while PostgreSQL is away', { skip: missing('postgres') }, () => {
  it('everything that needs it is 503, and known links redirect as long as they may', async (t) => {
    const lenient = { URL_SHORTENER_MAX_STALE_SECONDS: '3600' };
    const service = await start(t, lenient);
    const { make, follow, shorten, bulk, show, change, cut, mend } = service;
    const [seen, unseen, limited] = [await make(), await make(), await make({ max_clicks: 5 })];
    for (const code of [seen, limited]) assert.equal((await follow(code)).statusCode, 302);

    await cut();
    assert.equal((await follow(seen)).headers['location'], long);
    for (const answer of [
      await shorten(),
      await follow(unseen),
      await follow(limited),
      await show(seen),
      await change(seen, { disabled: true }),
    ]) {
      assertUnavailable(answer);
    }
    const away = { ok: false, error: 'STORE_UNAVAILABLE' };
    assert.deepEqual((await bulk([{ url: long }, { url: long }])).json().results, [away, away]);
    assert.equal((await follow('not.a.code')).statusCode, 404);
    await assert.rejects(service.ready());

    await mend();
    await readyAgain(service);
    assert.equal((await follow(unseen)).headers['location'], long);
    assert.equal((await follow(drawCode())).statusCode, 404);
    assert.equal((await shorten()).statusCode, 201);
    assert.equal((await follow(limited)).statusCode, 302);
    // Clicks that were counted during the outage are recorded.
    await eventually(async () => (await service.stats(seen)).json().total === 2);
  });

  it('a replica that cannot know of changes does not serve what may be old', async (t) => {
    const [cutOff, other] = [await start(t), await open(t, { DATABASE_URL: servers.postgres })];
    const code = await other.make();
    assert.equal((await cutOff.follow(code)).statusCode, 302);
    await cutOff.cut();
    await other.change(code, { disabled: true });
    await eventually(async () => (await cutOff.follow(code)).statusCode !== 302);
    assertUnavailable(await cutOff.follow(code));
    await cutOff.mend();
    await readyAgain(cutOff);
    await eventually(async () => (await cutOff.follow(code)).statusCode === 410);
  });

  it('a replica that hangs does not serve what may be old either', async (t) => {
    const [frozen, other] = [await start(t), await open(t, { DATABASE_URL: servers.postgres })];
    const code = await other.make();
    assert.equal((await frozen.follow(code)).statusCode, 302);
    frozen.freeze();
    await other.remove(code);
    await eventually(async () => (await frozen.follow(code)).statusCode === 503);
    frozen.thaw();
    await eventually(async () => (await frozen.follow(code)).statusCode === 404);
  });

  it('a process stops all the same, though its latest clicks are lost', async (t) => {
    const service = await start(t, { URL_SHORTENER_MAX_STALE_SECONDS: '3600' });
    const code = await service.make();
    await service.follow(code);
    await service.cut();
    assert.equal((await service.follow(code)).statusCode, 302);
    await service.close();
  });

  it('after it, a replica learns of changes that it has missed', async (t) => {
    const lenient = { URL_SHORTENER_MAX_STALE_SECONDS: '3600' };
    const [cutOff, other] = [
      await start(t, lenient),
      await open(t, { DATABASE_URL: servers.postgres }),
    ];
    const [changed, removed] = [await other.make(), await other.make()];
    for (const code of [changed, removed]) await cutOff.follow(code);
    await cutOff.cut();
    await other.change(changed, { url: 'https://other.example/' });
    await other.remove(removed);
    for (const code of [changed, removed]) {
      assert.equal((await cutOff.follow(code)).headers['location'], long);
    }
    await cutOff.mend();
    await eventually(async () => (await cutOff.follow(removed)).statusCode === 404);
    const { location } = (await cutOff.follow(changed)).headers;
    assert.equal(location, 'https://other.example/');
  });
});
