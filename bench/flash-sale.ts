/** Checkout: embedded with full fsync, and on Redis, against a bare Fastify route. */
import { createSecretKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attest } from '../src/services/flash-sale/attestation.ts';
import {
  interleave,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
} from './lib/harness.ts';

const secret = 'bench-secret';
const devices = 20_000;

await withFolder(async (folder) => {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    servers.push(await ours('embedded, full fsync', { DATA_DIR: folder }));
    const address = process.env['TEST_STORE_ADDR'];
    if (address) servers.push(await ours('Redis, AOF everysec', { STORE_ADDR: address }));
    else console.log('redis-server is not installed: the Redis row is left out');
    const file = join(folder, 'devices');
    const load = { connections: 64, seconds, script: 'checkout.lua', args: [file, 'bench'] };
    // Tokens live for a minute at most: each run gets fresh ones.
    await interleave(servers, load, rounds, () => writeTokens(file));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

async function ours(name: string, store: Record<string, string>): Promise<Server> {
  const server = await startService('flash-sale', name, { HMAC_SECRET: secret, ...store });
  await fetch(`${server.url}/admin/flash-sale/init-product`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product_id: 'sneaker', total_stock: 1e9, reset: true }),
  });
  return server;
}

function writeTokens(file: string): void {
  const key = createSecretKey(Buffer.from(secret));
  const expiresAt = Math.floor(Date.now() / 1000) + 30;
  const lines = Array.from({ length: devices }, (_, i) => {
    const device = `device-${i}`;
    return `${device} ${expiresAt} ${attest(key, device, expiresAt)}`;
  });
  writeFileSync(file, lines.join('\n'));
}
