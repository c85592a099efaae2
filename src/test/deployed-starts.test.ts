/** The starts that deploy/ describes: with their variables alone they refuse, with the secrets they are guarded. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import type { Environment } from '#kit/host/env.ts';
import { runToEnd, startProcess } from '#kit/testing/process.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');

/** The variables of the image, of which the folder is ours here. */
const image = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(read('docker/Dockerfile'))![1]!
    .split(' ')
    .map((pair) => pair.split('=')),
) as Record<string, string>;

/** The variables that a file sets to what the operator has chosen, and all others. */
function composed(file: string): { set: Environment; secret: readonly string[] } {
  const { services } = parse(read(file)) as {
    services: { hawker: { environment: Record<string, string> } };
  };
  const all = Object.entries(services.hawker.environment);
  const isChosen = ([, value]: [string, string]) => value.includes('${');
  return {
    set: { ...image, ...Object.fromEntries(all.filter((entry) => !isChosen(entry))) },
    secret: all.filter(isChosen).map(([name]) => name),
  };
}

function kustomized(): { set: Environment; secret: readonly string[] } {
  const text = read('kubernetes/kustomization.yaml');
  const { configMapGenerator } = parse(text) as {
    configMapGenerator: readonly { readonly literals: readonly string[] }[];
  };
  const literals = configMapGenerator.flatMap(({ literals: own }) => own);
  const pairs = literals.map((literal) => [literal.split('=', 1)[0]!, literal.split('=')[1]!]);
  return {
    set: { ...image, ...Object.fromEntries(pairs) },
    secret: [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name!),
  };
}

/** What an operator would choose, here. */
const chosen: Environment = {
  ADMIN_TOKEN: 'a token of thirty-two characters',
  HMAC_SECRET: 'a secret of at least 32 bytes, the same for all replicas',
  STORE_ADDR: servers.redis,
  DATABASE_URL: servers.postgres,
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ACCESS_KEY_ID: 'hawker',
};

for (const [name, { set, secret }] of [
  ['docker/compose.yaml', composed('docker/compose.yaml')],
  ['docker/compose.shared.yaml', composed('docker/compose.shared.yaml')],
  ['kubernetes', kustomized()],
] as const) {
  const isShared = secret.includes('STORE_ADDR');
  describe(`a start by deploy/${name}`, () => {
    const own = () => ({
      ...set,
      DATA_DIR: temporaryFolder(),
      INVENTORY_PREFIX: unique('deployed'),
    });

    it('is refused without the secrets, and says what to set', async () => {
      const { code, output } = await runToEnd(['inventory'], own());
      assert.deepEqual([code, output.split('\n').length], [1, 2], output);
      assert.match(output, /lets others reach hawker: set ADMIN_TOKEN/);
    });

    const skip = isShared && (missing('redis') || missing('postgres'));
    it('with the secrets that it names, guards what is the operator’s', { skip }, async (t) => {
      assert.ok(secret.length > 0);
      const secrets = Object.fromEntries(secret.map((variable) => [variable, chosen[variable]]));
      assert.ok(!Object.values(secrets).includes(undefined), secret.join());
      const { addresses } = await startProcess(t, ['inventory'], { ...own(), ...secrets });
      const load = (authorization: string) =>
        fetch(`${addresses['inventory']!.replace('0.0.0.0', '127.0.0.1')}/admin/stock`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify({ hub_id: 'hub', sku: 'tea', quantity: 5 }),
        });
      assert.equal((await load('Bearer guessed')).status, 401);
      assert.equal((await load(`Bearer ${chosen['ADMIN_TOKEN']}`)).status, 201);
    });
  });
}

it('the unit of systemd listens on loopback until /etc/hawker.env says otherwise', () => {
  const [, line = ''] = /^Environment=(.*)$/m.exec(read('systemd/hawker.service'))!;
  assert.doesNotMatch(line, /\b(HOST|TRUSTED_PROXIES|ALLOWED_HOSTS|CORS_ORIGINS|BASE_URL)=/);
});
