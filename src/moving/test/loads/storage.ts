/** What clients write to what keeps things, and how each write is found again. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { post } from '#kit/testing/process.ts';
import type { Load } from './load.ts';

async function made(answer: ReturnType<typeof post>, status: number) {
  const { status: found, body, data } = await answer;
  assert.equal(found, status, JSON.stringify(body));
  return data ?? body;
}

const isFound = async (url: string) => (await fetch(url, { redirect: 'manual' })).status < 400;

async function read(url: string) {
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return (await (await fetch(url)).json()) as any;
}

async function upload(address: string, name: string): Promise<string> {
  const body = randomBytes(20_000);
  const answer = await fetch(`${address}/files?name=${name}&owner_id=ann`, {
    method: 'POST',
    body,
  });
  assert.equal(answer.status, 201);
  const { file } = (await answer.json()) as { file: { id: string } };
  return file.id;
}

export const storageLoads: readonly Load[] = [
  {
    service: 'file-store',
    // Another one is deleted for good, with its bytes.
    async write(address, n) {
      const gone = await upload(address, `gone-${n}`);
      const id = await upload(address, n);
      assert.equal((await fetch(`${address}/files/${gone}`, { method: 'DELETE' })).status, 200);
      return id;
    },
    isThere: (address, id) => isFound(`${address}/files/${id}/download`),
  },
  {
    service: 'inventory',
    async prepare(address) {
      const stock = { hub_id: 'hub', sku: 'milk', quantity: 1_000_000 };
      await made(post(address, '/admin/stock', stock), 201);
    },
    async write(address, n) {
      const goods = { hub_id: 'hub', sku: 'milk', qty: 1 };
      const order = { order_id: n, user_id: 'ann', ...goods };
      const { reservation_id } = await made(post(address, '/reserve', order), 200);
      await made(post(address, '/confirm', { reservation_id }), 200);
      return reservation_id;
    },
    isThere: async (address, id) =>
      (await read(`${address}/reservations/${id}`)).data.status === 'confirmed',
  },
  {
    service: 'key-value',
    async write(address, n) {
      assert.equal((await fetch(`${address}/${n}`, { method: 'PUT', body: n })).status, 200);
      return n;
    },
    isThere: (address, id) => isFound(`${address}/${id}`),
  },
  {
    service: 'url-shortener',
    write: async (address, n) =>
      (await made(post(address, '/shorten', { url: `https://example.com/${n}` }), 201)).code,
    isThere: (address, code) => isFound(`${address}/${code}`),
  },
  {
    service: 'video-catalog',
    write: async (address, title) =>
      (await made(post(address, '/videos', { title }), 201)).video.id,
    isThere: (address, id) => isFound(`${address}/videos/${id}`),
  },
  {
    service: 'notification',
    async write(address, user_id) {
      const sent = { user_id, channel: 'in_app', title: 'Hello', body: 'you' };
      await made(post(address, '/send', sent), 201);
      return user_id;
    },
    isThere: async (address, user) =>
      (await read(`${address}/notifications?user=${user}`)).notifications.length === 1,
  },
  {
    service: 'news-feed',
    async write(address, id) {
      await made(post(address, '/users', { id }), 201);
      await made(post(address, '/posts', { user_id: id, content: 'hello' }), 201);
      return id;
    },
    isThere: async (address, id) =>
      (await read(`${address}/timeline?user=${id}&offset=0&limit=1`)).timeline.length === 1,
  },
  {
    service: 'autocomplete',
    async write(address, n) {
      await made(post(address, '/train', { term: `term ${n}` }), 200);
      return n;
    },
    isThere: async (address, n) =>
      (await read(`${address}/autocomplete?q=term ${n}&limit=1`)).data.results.length === 1,
  },
];
