import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StartupError } from '../base/startup-error.ts';
import { privateRedis } from '../testing/process.ts';
import { missing } from '../testing/testing.ts';
import { openRedis } from './redis.ts';

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
