/** One process with all services, and a store that hangs: the services of the other one go on. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { relay, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

/** A request to each service whose answer needs one store alone. */
const requests = {
  redis: [
    ['rate-limiter', '/limited'],
    ['key-value', '/greeting'],
    ['chat', '/api/rooms'],
    ['dispatch-a', '/admin/manual-queue'],
    ['inventory', '/stock/hub-1/milk'],
  ],
  postgres: [
    ['video-catalog', '/videos'],
    ['url-shortener', '/0000000'],
    ['notification', '/notifications?user=ann'],
    ['news-feed', '/timeline?user=ann'],
    ['geo', '/admin/hubs'],
    ['crawler', '/crawl/crawl_1'],
  ],
} as const;

/** Other tests use the same servers. */
const prefixes = [
  'CHAT_PREFIX',
  'CRAWLER_PREFIX',
  'DISPATCH_PREFIX',
  'FEED_PREFIX',
  'GEO_PREFIX',
  'INVENTORY_PREFIX',
  'KEY_VALUE_PREFIX',
  'NOTIFICATION_PREFIX',
  'RATE_LIMITER_PREFIX',
  'VIDEO_CATALOG_PREFIX',
];

type Kind = keyof typeof requests;

/** Services that run with nothing but Redis and PostgreSQL. */
const services = [...requests.redis, ...requests.postgres].map(([name]) => name);

async function start(t: TestContext) {
  const [redis, postgres] = await Promise.all([relay(servers.redis), relay(servers.postgres)]);
  const { addresses, output } = await startProcess(t, services, {
    DATA_DIR: temporaryFolder(),
    STORE_ADDR: redis.url,
    DATABASE_URL: postgres.url,
    RATE_LIMITER_PREFIX: unique('limit'),
    RATE_LIMIT: '1000',
    ...Object.fromEntries(prefixes.map((name) => [name, unique('hang')])),
  });
  const statusOf = async (name: string, path: string) => {
    const answer = await fetch(addresses[name]! + path);
    await answer.text();
    return answer.status;
  };
  /** The status of each service's answer, and whether a store was away. */
  const ask = async (kind: Kind) => {
    const answers = requests[kind].map(([name, path]) => statusOf(name, path));
    return (await Promise.all(answers)).map((status) => status === 503);
  };
  const readiness = () => statusOf('console', '/readyz');
  return { lines: { redis, postgres }, ask, readiness, output };
}

describe(
  'with all services in one process',
  { skip: missing('redis') || missing('postgres') },
  () => {
    for (const [frozen, other] of [
      ['postgres', 'redis'],
      ['redis', 'postgres'],
    ] as const) {
      it(`${frozen} that hangs is 503 for its services; those on ${other} go on; both after it`, async (t) => {
        const { lines, ask, readiness, output } = await start(t);
        const none = {
          redis: requests.redis.map(() => false),
          postgres: requests.postgres.map(() => false),
        };
        // A machine that is busy with other tests may take a store for away at first.
        const isWell = async () =>
          isDeepStrictEqual(
            [await ask('redis'), await ask('postgres')],
            [none.redis, none.postgres],
          );
        await eventually(isWell);
        assert.equal(await readiness(), 200);

        lines[frozen].freeze();
        const hanging = ask(frozen);
        assert.deepEqual(await ask(other), none[other]);
        assert.ok((await hanging).every((isAway) => isAway));
        assert.equal(await readiness(), 503);
        assert.ok((await ask(frozen)).every((isAway) => isAway));
        assert.deepEqual(await ask(other), none[other]);

        lines[frozen].thaw();
        await eventually(async () => (await readiness()) === 200);
        await eventually(isWell);
        // A loop that fails again and again has said so once.
        const failures = output()
          .split('\n')
          .flatMap((line) => / failed"/.exec(line)?.input ?? []);
        const loops = failures.map((line) => `${JSON.parse(line).service} ${JSON.parse(line).msg}`);
        assert.deepEqual(loops, [...new Set(loops)]);
      });
    }
  },
);
