/** The permissions of users, with tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { notification } from '../index.ts';

for (const backend of [
  { name: 'SQLite', skip: false, env: () => ({}) },
  {
    name: 'PostgreSQL',
    skip: missing('postgres'),
    env: () => ({ DATABASE_URL: servers.postgres, NOTIFICATION_PREFIX: unique('t') }),
  },
] as const) {
  test(
    `users subscribe to open topics only, and leave any, on ${backend.name}`,
    { skip: backend.skip },
    async (t) => {
      const env = { ...backend.env(), AUTH_JWT_SECRET: authSecret };
      const { app, clock } = await openService(t, notification, env);
      const [ann, shop, root] = [
        bearer(tokenOf('ann', clock())),
        bearer(tokenOf('shop', clock(), { scope: 'service' })),
        bearer(tokenOf('root', clock(), { scope: 'admin' })),
      ];
      const url = '/topics/staff/subscribers/ann';
      const ask = (method: 'PUT' | 'DELETE', headers: Record<string, string>) =>
        app.inject({ method, url, headers });
      const open = async (isOpen: boolean, headers = root) => {
        const request = { method: 'PUT', url: '/admin/topics/staff', headers } as const;
        return (await app.inject({ ...request, payload: { open: isOpen } })).statusCode;
      };
      assert.equal((await ask('PUT', ann)).statusCode, 403);
      assert.equal((await ask('PUT', shop)).statusCode, 200);
      assert.equal((await ask('DELETE', ann)).statusCode, 200);
      assert.equal(await open(true, shop), 403);
      assert.equal(await open(true), 200);
      assert.equal((await ask('PUT', ann)).statusCode, 200);
      assert.equal(await open(false), 200);
      assert.equal((await ask('PUT', ann)).statusCode, 403);
    },
  );
}

test('users remove what is in their inbox, and know nothing of what has yet to come; services cancel it', async (t) => {
  const { app, clock } = await openService(t, notification, { AUTH_JWT_SECRET: authSecret });
  const [ann, shop] = [
    bearer(tokenOf('ann', clock())),
    bearer(tokenOf('shop', clock(), { scope: 'service' })),
  ];
  const send = async (more: object) => {
    const payload = { user_id: 'ann', title: 'Hello', body: 'Tea', ...more };
    const response = await app.inject({ method: 'POST', url: '/send', headers: shop, payload });
    return response.json().id as string;
  };
  const act = async (headers: Record<string, string>, method: 'DELETE' | 'GET', path: string) => {
    const response = await app.inject({ method, url: `/notifications/${path}`, headers });
    return response.statusCode;
  };
  const deliver_at = clock() + 1_000;
  for (const channel of ['in_app', 'email']) {
    const id = await send({ channel, deliver_at });
    assert.equal(await act(ann, 'DELETE', id), 404, channel);
    assert.equal(await act(ann, 'GET', id), 404, channel);
    assert.equal(await act(ann, 'GET', `${id}/trace`), 200, channel);
    assert.equal(await act(shop, 'DELETE', id), 200, channel);
    assert.equal(await act(ann, 'DELETE', id), 404, channel);
  }
  const id = await send({ channel: 'in_app' });
  for (let i = 0; i < 2; i++) assert.equal(await act(ann, 'DELETE', id), 200);
});
