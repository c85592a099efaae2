import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  missing,
  openService,
  readyAgain,
  servers,
  unique,
} from '#kit/testing/testing.ts';
import { videoCatalog } from '../index.ts';

test('while PostgreSQL is away everything is 503', { skip: missing('postgres') }, async (t) => {
  const { url, cut, mend } = await relay(servers.postgres);
  const env = { DATABASE_URL: url, VIDEO_CATALOG_PREFIX: unique('video-'), LOG_LEVEL: 'silent' };
  const service = await openService(t, videoCatalog, env);
  const { app } = service;
  const post = () => app.inject({ method: 'POST', url: '/videos', payload: { title: 'Tea' } });
  const all = async () => [
    await post(),
    await app.inject('/videos/vid_1'),
    await app.inject('/videos'),
    await app.inject('/search?q=te'),
    await app.inject('/videos?sort=views&status=ready&tag=a'),
    await app.inject({ method: 'PATCH', url: '/videos/vid_1', payload: { title: 'Black tea' } }),
  ];
  const remove = () => app.inject({ method: 'DELETE', url: '/videos/vid_1' });
  for (const { statusCode } of await all()) assert.ok(statusCode < 300);
  await service.ready();

  await cut();
  for (const response of [...(await all()), await remove()]) assertUnavailable(response);
  await assert.rejects(service.ready());

  await mend();
  await readyAgain(service);
  for (const { statusCode } of await all()) assert.ok(statusCode < 300);
  const { videos } = (await app.inject('/videos')).json();
  assert.deepEqual(
    videos.map(({ id, view_count }: { id: string; view_count: number }) => [id, view_count]),
    [
      ['vid_2', 0],
      ['vid_1', 2],
    ],
  );
  assert.equal((await remove()).statusCode, 200);
});
