import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { LastMinutes } from '../observe/last-minutes.ts';
import { createTestApp, eventually } from '../testing/testing.ts';
import { overviewRoutes } from './overview.ts';

it('one client address may follow the overview 50 times at once, whatever others do', async (t) => {
  const stop = new AbortController();
  const app = createTestApp({ trustedProxies: '127.0.0.1' });
  overviewRoutes(app, {
    services: [],
    minutes: new LastMinutes(),
    clock: Date.now,
    check: async () => ({ name: '', status: 'ready' }),
    log: pino({ level: 'silent' }),
    stopping: stop.signal,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    stop.abort();
    await app.close();
  });
  const follow = (address: string, signal?: AbortSignal) =>
    fetch(`${url}/overview/events`, {
      headers: { 'x-forwarded-for': address },
      ...(signal && { signal }),
    });

  const leave = new AbortController();
  const stranger = '192.0.2.1';
  const followed = Array.from({ length: 50 }, () => follow(stranger, leave.signal));
  for (const { status } of await Promise.all(followed)) assert.equal(status, 200);
  const refused = await follow(stranger);
  assert.equal(refused.status, 503);
  assert.equal(((await refused.json()) as { code: string }).code, 'TOO_MANY_STREAMS');
  assert.equal((await follow('192.0.2.2')).status, 200);
  leave.abort();
  await eventually(async () => (await follow(stranger)).status === 200);
});
