/**
 * What it costs to know who calls: reads of inboxes by 1,000 users, each with a token signed by
 * RS256, while identity is off and while it is on. Both get the same requests, so the difference is
 * ours: at most 15 % of the CPU.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey, tokenOf } from '../src/kit/testing/tokens.ts';
import { interleave, rounds, seconds, startService, withFolder } from './lib/harness.ts';

const users = 1_000;

await withFolder(async (folder) => {
  const { privatePem: key, publicKey } = newKey('bench', 'rsa');
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const claims = { iss: 'https://id.example', aud: 'hawker', scope: 'openid profile email' };
  const lines = Array.from({ length: users }, (_, i) => {
    const signing = { algorithm: 'RS256', key, kid: 'bench' } as const;
    return `user-${i} ${tokenOf(`user-${i}`, Date.now(), claims, signing)}\n`;
  });
  const file = join(folder, 'tokens');
  writeFileSync(file, lines.join(''));
  const start = (name: string, env: Record<string, string>) =>
    startService('notification', name, { DATA_DIR: join(folder, name), ...env });
  const servers = [
    await start('identity off', {}),
    await start('identity on', { AUTH_JWT_PUBLIC_KEY: pem }),
  ];
  try {
    const load = { connections: 64, seconds, script: 'identity.lua', args: [file] };
    await interleave(servers, load, rounds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});
