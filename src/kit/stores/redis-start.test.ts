import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { StartupError } from '../base/startup-error.ts';
import { certificate, key } from '../testing/certificate.ts';
import { freePort } from '../testing/free-port.ts';
import { privateRedis } from '../testing/process.ts';
import { missing, temporaryFolder } from '../testing/testing.ts';
import { openRedis } from './redis.ts';
import { tooOld } from './redis-start.ts';

const withPassword = ['--requirepass', 'hunter2', '--databases', '16'];

/** Returns the sentence with which an address is refused. */
async function refusalOf(address: string): Promise<string> {
  const opened = openRedis(address, 'test').then((redis) => {
    redis.disconnect();
    throw new Error(`${address} was not refused`);
  });
  return opened.catch((error: unknown) => {
    if (!(error instanceof StartupError)) throw error;
    return error.message;
  });
}

describe('the database of an address', { skip: missing('redis') }, () => {
  it('is refused when the server lacks it', async (t) => {
    const { port } = await privateRedis(t, withPassword);
    assert.equal(
      await refusalOf(`redis://:hunter2@127.0.0.1:${port}/99`),
      `Redis at redis://127.0.0.1:${port}/99 does not open database 99 (ERR DB index is out of range); end STORE_ADDR with the number of a database that it has`,
    );
  });

  it('is used when the server has it', async (t) => {
    const { port } = await privateRedis(t, withPassword);
    const redis = await openRedis(`redis://:hunter2@127.0.0.1:${port}/15`);
    t.after(() => redis.disconnect());
    assert.match(await redis.client('INFO'), / db=15 /);
  });
});

describe('the database of a Cluster', () => {
  for (const database of ['/3', '?db=3']) {
    it(`is refused when it is not 0: ${database}`, async () => {
      assert.equal(
        await refusalOf(`redis+cluster://me:hunter2@127.0.0.1:1,127.0.0.1:2${database}`),
        'STORE_ADDR names database 3, and a Redis Cluster has only database 0; leave the number out',
      );
    });
  }

  it('may be named when it is 0', async () => {
    assert.match(await refusalOf('redis+cluster://127.0.0.1:1/0'), /^no Redis answers at /);
  });
});

describe('a replica', { skip: missing('redis') }, () => {
  it('is refused by a sentence that names its master', async (t) => {
    const master = await privateRedis(t);
    const replica = await privateRedis(t, ['--replicaof', '127.0.0.1', String(master.port)]);
    assert.equal(
      await refusalOf(`redis://127.0.0.1:${replica.port}`),
      `Redis at redis://127.0.0.1:${replica.port} is a replica, and a master is needed; set STORE_ADDR to its master, 127.0.0.1:${master.port}`,
    );
  });
});

describe('the version of a server', () => {
  const versions: [info: Record<string, string>, found: string | undefined][] = [
    [{ redis_version: '6.2.14' }, 'Redis 6.2.14'],
    [{ redis_version: '7.0.0' }, undefined],
    [{ redis_version: '8.2.1' }, undefined],
    [{ redis_version: '10.0.0' }, undefined],
    [{ redis_version: '7.2.4', valkey_version: '7.1.9' }, 'Valkey 7.1.9'],
    [{ redis_version: '7.2.4', valkey_version: '7.2.0' }, undefined],
    [{ redis_version: '7.2.4', valkey_version: '8.0.1' }, undefined],
    [{ redis_mode: 'standalone' }, undefined],
  ];
  for (const [info, found] of versions) {
    it(`is ${found === undefined ? 'enough' : 'too old'}: ${JSON.stringify(info)}`, () => {
      assert.equal(tooOld(new Map(Object.entries(info))), found);
    });
  }

  it('is refused by name when it is too old', { skip: missing('redis') }, async (t) => {
    const { port } = await privateRedis(t);
    const older = await olderVersion(t, port);
    const sentence = `Redis at redis://127.0.0.1:${older} is (Redis|Valkey) 6\\.\\S+, and Redis 7 or Valkey 7.2 is needed; set STORE_ADDR to a newer server`;
    assert.match(await refusalOf(`redis://127.0.0.1:${older}`), new RegExp(`^${sentence}$`));
  });

  /** Starts a way to a server on which its version begins with 6; the older ones are not packaged. */
  async function olderVersion(t: TestContext, port: number): Promise<number> {
    const listener = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      client.on('error', () => {}).on('close', () => server.destroy());
      client.pipe(server);
      server.on('data', (chunk) => {
        client.write(chunk.toString('latin1').replace(/_version:\d\./g, '_version:6.'), 'latin1');
      });
    });
    t.after(() => listener.close());
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    return (listener.address() as AddressInfo).port;
  }
});

describe('a port that speaks TLS', { skip: missing('redis') }, () => {
  it('is refused by a sentence that says what to try', async (t) => {
    const folder = temporaryFolder();
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, certificate);
    const port = await freePort();
    const options = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
    await privateRedis(t, ['--tls-port', `${port}`, '--tls-auth-clients', 'no', ...options]);
    assert.equal(
      await refusalOf(`redis://:hunter2@127.0.0.1:${port}`),
      `Redis at redis://127.0.0.1:${port} speaks TLS; try rediss:// in STORE_ADDR`,
    );
    assert.match(await refusalOf(`rediss://127.0.0.1:${port}`), /self-signed certificate/);
  });
});
