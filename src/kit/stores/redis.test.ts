import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { redactUrl } from '../base/address-form.ts';
import { Type } from 'typebox';
import { Refusal } from '../base/refusal.ts';
import { answerTimeoutMs } from './availability.ts';
import { command, keysOfTag, loadScripts, openRedis, redisLifecycle, storeError } from './redis.ts';
import { checked } from '../web/schema.ts';
import { freePort } from '../testing/free-port.ts';
import { privateRedis } from '../testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '../testing/testing.ts';

const refused = { code: 'STORE_UNAVAILABLE', status: 503 };

describe('Redis', { skip: missing('redis') }, () => {
  it('sends a script again when the server does not know it any more', async (t) => {
    // Other tests run the scripts that the shared one knows.
    const { port } = await privateRedis(t);
    const redis = await openRedis(`127.0.0.1:${port}`);
    t.after(() => redis.disconnect());
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    writeFileSync(new URL('add.lua', folder), "return redis.call('INCRBY', KEYS[1], ARGV[1])");
    const add = loadScripts(redis, folder)('add', Number);
    const key = unique('test');
    assert.equal(await add([key], [2]), 2);
    await redis.script('FLUSH');
    assert.equal(await add([key], [3]), 5);
  });

  it('takes an address with or without its scheme', async (t) => {
    const redis = await openRedis(servers.redis.replace('redis://', ''));
    t.after(() => redis.disconnect());
    assert.equal(await redis.ping(), 'PONG');
  });
});

describe('a Redis that hangs', { skip: missing('redis') }, () => {
  /** A Redis of our own and a connection to it, behind timers that stand still. */
  async function frozenLater(t: TestContext) {
    const server = await privateRedis(t);
    return { server, redis: await open(t, `127.0.0.1:${server.port}`) };
  }

  /** The same as a Cluster of one. */
  async function frozenClusterLater(t: TestContext) {
    const options = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'];
    // By default its bus is 10,000 ports further, which may be beyond the last port.
    const server = await privateRedis(t, [...options, '--cluster-port', String(await freePort())]);
    const setup = await openRedis(`127.0.0.1:${server.port}`);
    await setup.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually(async () =>
      /cluster_state:ok/.test(String(await setup.call('CLUSTER', 'INFO'))),
    );
    setup.disconnect();
    return { server, redis: await open(t, `redis+cluster://127.0.0.1:${server.port}`) };
  }

  async function open(t: TestContext, address: string) {
    // Before the connection: a timer of before could not be cleared, and would keep the process.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const redis = await openRedis(address);
    t.after(() => redis.disconnect());
    return redis;
  }

  for (const [kind, start] of [
    ['alone', frozenLater],
    ['a Cluster', frozenClusterLater],
  ] as const) {
    it(`(${kind}) is waited for once, then commands fail at once until it answers again`, async (t) => {
      const { server, redis } = await start(t);
      const add = () => command(redis.incr('n'));
      assert.equal(await add(), 1);
      server.freeze();
      const inFlight = [add()];
      t.mock.timers.tick(answerTimeoutMs - 1);
      inFlight.push(add());
      t.mock.timers.tick(1);
      for (const answer of inFlight) await assert.rejects(answer, refused);
      await eventually(() => redis.status !== 'ready');
      // The clock stands still: whoever waited would wait for ever.
      await assert.rejects(add(), refused);
      await assert.rejects(redisLifecycle(redis).ready(), refused);
      await eventually(() => {
        t.mock.timers.tick(50);
        return redis.status === 'connect' || redis.status === 'connecting';
      });
      await assert.rejects(add(), refused);
      server.thaw();
      await eventually(() => {
        t.mock.timers.tick(50);
        return redis.status === 'ready';
      });
      // What was in flight is done at most once; what was refused is not done.
      const before = (await add()) - 1;
      assert.ok(before >= 1 && before <= 1 + inFlight.length, `${before} were done`);
    });
  }
});

describe('Redis errors', () => {
  const away = [
    'connect ECONNREFUSED 127.0.0.1:1',
    'getaddrinfo ENOTFOUND redis',
    'Command timed out',
    'Connection is closed.',
    'Cluster is ended.',
    'Failed to refresh slots cache.; None of startup nodes is available',
    'No sharded subscriber for slot: 7',
    'Too many Cluster redirections. Last error: ReplyError: ASK 7 127.0.0.1:1',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'MOVED 7 127.0.0.1:1',
    'ASK 7 127.0.0.1:1',
    'CLUSTERDOWN Hash slot not served',
    'LOADING Redis is loading the dataset in memory',
    'MASTERDOWN Link with MASTER is down',
    "READONLY You can't write against a read only replica.",
    'NOREPLICAS Not enough good replicas to write.',
    'UNBLOCKED force unblock from blocking operation, instance state changed',
    'BUSY Redis is busy running a script.',
    'NOSCRIPT No matching script. Please use EVAL.',
    "OOM command not allowed when used memory > 'maxmemory'. script: 1f, on @user_script:3.",
    'ERR Error running script (call to f_1): @user_script:3: @user_script: 3: OOM not allowed',
    'ERR Script attempted to access a non local key in a cluster node script: 1f, on @user_script:1.',
    'ERR Script attempted to execute a write command while the cluster is down and readonly',
  ];
  for (const message of away) {
    it(`turn into 503 with Retry-After when the server is away: ${message}`, () => {
      const refusal = storeError(new Error(message));
      assert.ok(refusal instanceof Refusal);
      assert.equal(refusal.status, 503);
      assert.deepEqual(refusal.headers, { 'retry-after': '1' });
    });
  }

  it('stay themselves otherwise', () => {
    for (const message of ['WRONGTYPE Operation against a key', 'the name ASK is taken']) {
      const fault = new Error(message);
      assert.equal(storeError(fault), fault);
    }
  });

  it('are 503 too while a Cluster connects again', { skip: missing('cluster') }, async (t) => {
    const redis = await openRedis(servers.cluster);
    t.after(() => redis.disconnect());
    redis.disconnect(true);
    await assert.rejects(command(redis.get('a')), refused);
  });

  it('never show a password', () => {
    assert.equal(redactUrl('redis://user:secret@host:1'), 'redis://host:1');
  });
});

describe('scripts of a folder', { skip: missing('redis') }, () => {
  it('are preceded by constants, libraries and lib.lua, and their replies are checked', async (t) => {
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    const library = new URL('shared.lua.txt', folder);
    writeFileSync(library, 'local function twice(n) return 2 * n end');
    writeFileSync(new URL('lib.lua', folder), 'local function key() return KEYS[1] .. SUFFIX end');
    writeFileSync(
      new URL('add.lua', folder),
      "return redis.call('INCRBY', key(), twice(ARGV[1] + STEP))",
    );
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const constants = { STEP: 1, SUFFIX: ':"quoted"\\' };
    const script = loadScripts(redis, folder, { constants, libraries: [library] });
    const add = script('add', checked('reply of add.lua', Type.Integer({ maximum: 6 })));
    const tag = `{${unique('scripts')}}`;
    assert.equal(await add(keysOfTag(tag), [2]), 6);
    assert.equal(await redis.get(`${tag}:"quoted"\\`), '6');
    await assert.rejects(add(keysOfTag(tag), [2]), /^Error: reply of add\.lua: must be <= 6$/);
  });
});

describe('a script that touches a key', { skip: missing('redis') }, () => {
  const lua = "return redis.call('INCR', KEYS[1] .. ARGV[1])";

  async function run(t: TestContext, keys: string[], suffix: string) {
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    writeFileSync(new URL('add.lua', folder), lua);
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    return loadScripts(redis, folder)('add', Number)(keys, [suffix]);
  }

  it('declares it, or fails in tests', async (t) => {
    const key = unique('declared');
    assert.equal(await run(t, [key], ''), 1);
    await assert.rejects(run(t, [key], ':a'), /INCR touches a key that is not declared: declared/);
    await assert.rejects(run(t, [key, `${key}:b`], ':a'), /not declared/);
  });

  it('may derive it from the hash tag whose keys it declares', async (t) => {
    const tag = `{${unique('declared')}}`;
    assert.equal(await run(t, keysOfTag(tag), ':a'), 1);
    await assert.rejects(run(t, keysOfTag(tag), 'a'), /not declared/);
    await assert.rejects(run(t, [tag], ':a'), /not declared/);
  });
});
