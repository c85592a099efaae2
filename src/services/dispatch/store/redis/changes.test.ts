import { it } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { privateRedis } from '#kit/testing/process.ts';
import { eventually, missing } from '#kit/testing/testing.ts';
import { variantA } from '../../rules/variant-a.ts';
import { openRedisStore } from './store.ts';

const skip = missing('redis');

it('a channel that cannot be followed again ends nothing: the log says so', { skip }, async (t) => {
  const { port } = await privateRedis(t);
  let logged = '';
  const log = pino({}, { write: (line: string) => void (logged += line) });
  const store = await openRedisStore(`127.0.0.1:${port}`, 'dispatch', variantA, log);
  const operator = new Redis(port, { retryStrategy: null });
  t.after(() => store.close());
  t.after(() => operator.disconnect());
  await store.watch({ changed: () => {}, resumed: () => {} });
  // Redis closes the connections that follow what they now may not.
  await operator.acl('SETUSER', 'default', 'resetchannels');
  await eventually(() => logged.includes('changes could not be followed again'));
});
