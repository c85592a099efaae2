/** Replicas that share training through Redis, and lose sight of it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { privateRedis, relay } from '#kit/testing/process.ts';
import {
  eventually,
  assertUnavailable,
  missing,
  openService,
  servers,
  unique,
} from '#kit/testing/testing.ts';
import { autocomplete } from '../index.ts';
import { answer, answers, completed, roomy, train } from '../store/contract/term-store.ts';
import { openRedisStore } from '../store/redis/redis-autocomplete-store.ts';
import type { Term } from '../completions/ranking.ts';
import { preloaded, type TermStore } from '../store/autocomplete-store.ts';

const log = pino({ level: 'fatal' });
const preloadedLines = preloaded.toSorted().map((term) => `${term} 1`);
const numbered = (n: number) => Array.from({ length: n }, (_, i) => [`t${i}`, 1] as const);

/** A replica with a line to cut, one without, and the server itself. */
async function openReplicas(
  t: TestContext,
  { address = servers.redis, keptEntries = 100_000 } = {},
) {
  const prefix = unique('ac');
  const line = await relay(address);
  const open = async (way: string): Promise<TermStore> => {
    const store = await openRedisStore({
      address: way,
      prefix,
      log,
      keptEntries,
      ...roomy,
      clock: Date.now,
    });
    t.after(() => store.close());
    return store;
  };
  const redis = new Redis(address);
  t.after(() => redis.disconnect());
  const keys = ['freq:1', 'changes', 'indexes', 'held'].map((name) => `{${prefix}}:${name}`);
  return { far: await open(line.url), near: await open(address), line, redis, keys, open };
}

/** As if Redis had restarted without its latest change, an increment by 1. */
async function loseLatest(redis: Redis, [frequencies, changes]: readonly string[]) {
  const entries = await redis.xrevrange(changes!, '+', '-', 'COUNT', 2);
  const [[latest, [, term]], [before]] = entries as [[string, string[]], [string, string[]]];
  await redis
    .multi()
    .hincrby(frequencies!, term!, -1)
    .xdel(changes!, latest)
    .call('XSETID', changes!, before)
    .exec();
}

const trains = (store: TermStore, term: string) =>
  train(store, new Map([[term, 1]])).then(
    () => true,
    () => false,
  );

describe('replicas of autocomplete', { skip: missing('redis') }, () => {
  it('answer over HTTP what another one trained', async (t) => {
    const env = { STORE_ADDR: servers.redis, AUTOCOMPLETE_PREFIX: unique('ac') };
    const [one, other] = await Promise.all([0, 1].map(() => openService(t, autocomplete, env)));
    await one!.app.inject({ method: 'POST', url: '/train', payload: { term: 'tea' } });
    const found = async () => (await other!.app.inject('/autocomplete?q=tea')).json().data.results;
    await eventually(async () => (await found()).length !== 0);
    assert.deepEqual(await found(), [{ term: 'tea', freq: 1 }]);
  });

  it('have in force over HTTP what an operator did on another one', async (t) => {
    const env = { STORE_ADDR: servers.redis, AUTOCOMPLETE_PREFIX: unique('ac') };
    const [one, other] = await Promise.all([0, 1].map(() => openService(t, autocomplete, env)));
    const lines = async (more = '') => {
      const { results } = (await other!.app.inject(`/autocomplete?q=d${more}`)).json().data;
      return results.map(({ term, freq }: Term) => `${term} ${freq}`).join();
    };
    for (const [method, url, payload, expected, more = ''] of [
      [
        'DELETE',
        '/admin/terms/design',
        undefined,
        'database 1,deploy 1,developer 1,distributed 1,docker 1',
      ],
      [
        'PUT',
        '/admin/terms/docker',
        { freq: 5 },
        'docker 5,database 1,deploy 1,developer 1,distributed 1',
      ],
      ['PUT', '/admin/blocked/deploy', undefined, 'docker 5,database 1,developer 1,distributed 1'],
      [
        'DELETE',
        '/admin/blocked/deploy',
        undefined,
        'docker 5,database 1,deploy 1,developer 1,distributed 1',
      ],
      ['PUT', '/admin/terms/dal?index=food', { freq: 8 }, 'dal 8', '&index=food'],
      ['DELETE', '/admin/indexes/food', undefined, '', '&index=food'],
      ['DELETE', '/admin/indexes/default', undefined, ''],
    ] as const) {
      await one!.app.inject({ method, url, ...(payload && { payload }) });
      await eventually(async () => (await lines(more)) === expected);
    }
    await one!.app.inject({
      method: 'PUT',
      url: '/admin/indexes/hot',
      payload: { half_life_hours: 1 },
    });
    await one!.app.inject({
      method: 'PUT',
      url: '/admin/terms/dal?index=hot',
      payload: { freq: 8 },
    });
    await eventually(async () => (await lines('&index=hot')) === 'dal 8');
    other!.clock.advance(3_600_000);
    assert.equal(await lines('&index=hot'), 'dal 4');
  });

  it('go on answering while Redis is away, and say 503 to training', async (t) => {
    const line = await relay(servers.redis);
    const env = { STORE_ADDR: line.url, AUTOCOMPLETE_PREFIX: unique('ac') };
    const service = await openService(t, autocomplete, env);
    const { app } = service;
    await service.ready();
    await line.cut();
    const train = () => app.inject({ method: 'POST', url: '/train', payload: { term: 'tea' } });
    assertUnavailable(await train());
    await assert.rejects(service.ready(), { code: 'STORE_UNAVAILABLE' });
    assert.equal((await app.inject('/autocomplete?q=de')).json().data.results.length, 3);
    await line.mend();
    await eventually(async () => (await train()).statusCode === 200);
    await service.ready();
    assert.equal((await app.inject('/autocomplete?q=tea')).json().data.results.length, 1);
  });

  it('catch up after a cut', async (t) => {
    const { far, near, line } = await openReplicas(t);
    await train(near, new Map([['tea', 1]]));
    await answers(far, 't', ['tea 1']);
    await line.cut();
    await train(near, new Map([...numbered(300), ['tea', 2]]));
    assert.deepEqual(answer(far, 't'), ['tea 1']);
    await line.mend();
    await answers(far, 't', answer(near, 't', 1_000));
    assert.equal(answer(far, 't', 1)[0], 'tea 3');
  });

  it('catch up after a cut that was longer than the stream', async (t) => {
    const { far, near, line, redis, keys } = await openReplicas(t, { keptEntries: 100 });
    await line.cut();
    for (let i = 0; i < 4; i++) await train(near, new Map(numbered(300)));
    assert.ok((await redis.xlen(keys[1]!)) < 300, 'the stream is trimmed');
    await line.mend();
    await answers(far, 't', answer(near, 't', 1_000));
    assert.equal(answer(far, 't', 1)[0], 't0 4');
  });

  it('catch up with deletions, blocks and half-lives after a cut that was longer than the stream', async (t) => {
    const { far, near, line } = await openReplicas(t, { keptEntries: 100 });
    await train(near, new Map([...numbered(600), ['tea', 9], ['tar', 8], ['tin', 7]]));
    await near.setHalfLife('hot', 1, 0);
    await near.train('old', new Map([['tea', 1]]), 0);
    await answers(far, 't', answer(near, 't', 1_000));
    await line.cut();
    await near.forget('default', 'tea', 0);
    await near.block('default', 'tar', 0);
    await near.setHalfLife('hot', 2, 7);
    await near.drop('old', 0);
    for (let i = 0; i < 3; i++) await train(near, new Map(numbered(300)));
    assert.deepEqual(answer(far, 't', 2), ['tea 9', 'tar 8']);
    await line.mend();
    const seen = new Set<string>();
    await eventually(() => {
      const [best] = answer(far, 't', 1);
      seen.add(best!);
      return best === 'tin 7';
    });
    // Not the deleted term, nor the blocked one, while it read everything.
    assert.deepEqual([...seen], ['tea 9', 'tin 7']);
    await answers(far, 't', answer(near, 't', 1_000));
    assert.deepEqual(far.find('hot')!.decay, near.find('hot')!.decay);
    assert.equal(far.find('old'), undefined);
    await near.unblock('default', 'tar', 0);
    await answers(far, 'tar', ['tar 8']);
  });

  it('do not show terms that are deleted while they read everything again', async (t) => {
    const { far, near, line } = await openReplicas(t, { keptEntries: 100 });
    await train(near, new Map(numbered(4_000)));
    await answers(far, 't1234', ['t1234 1']);
    await line.cut();
    await train(near, new Map(numbered(300)));
    await line.mend();
    for (let i = 4_000; i-- > 3_800;) {
      // As soon as the line works: terms that it deleted itself never show again.
      const isDone = await far.forget('default', `t${i}`, 0).catch(() => false);
      await train(near, new Map([['u', 1]]));
      if (isDone) assert.deepEqual(answer(far, `t${i}`), []);
    }
    await train(near, new Map([['done', 1]]));
    await answers(far, 'done', ['done 1']);
    assert.deepEqual(answer(far, 't', 1_000), answer(near, 't', 1_000));
    assert.equal(far.find('default')!.size, near.find('default')!.size);
  });

  it('miss no training while they read everything again', async (t) => {
    const { far, near, line } = await openReplicas(t, { keptEntries: 100 });
    await train(near, new Map(numbered(5_000)));
    await line.cut();
    await train(near, new Map(numbered(500)));
    await line.mend();
    let own = 0;
    for (let i = 0; i < 200; i++) {
      await train(near, new Map([[`t${i}`, 1]]));
      // As soon as the line works: a replica never forgets its own training during the read.
      if (await trains(far, `u${i}`)) own++;
      assert.equal(completed(far, 'u', 1_000).length, own);
    }
    await train(far, new Map([['u', 1]]));
    await answers(far, 't', answer(near, 't', 1_000));
    await answers(near, 'u', answer(far, 'u', 1_000));
  });

  it('forget terms that Redis lost, no matter who trained them', async (t) => {
    const { far, near, line, redis, keys, open } = await openReplicas(t);
    await train(far, new Map([['tea', 3]]));
    await train(far, new Map([['tea', 1]]));
    await answers(near, 'tea', ['tea 4']);
    await line.cut();
    await loseLatest(redis, keys);
    const third = await open(servers.redis);
    await train(third, new Map([['tar', 1]]));
    await train(third, new Map([['tar', 1]]));
    await line.mend();
    await eventually(async () => await trains(far, 'tar'));
    await answers(far, 't', ['tar 3', 'tea 3']);
    await answers(near, 't', ['tar 3', 'tea 3']);
  });

  it('forget own training that Redis lost before it came back through the stream', async (t) => {
    // A server of its own, so that all who wait there for changes are ours.
    const { port } = await privateRedis(t);
    const { far, near, redis, keys } = await openReplicas(t, {
      address: `redis://127.0.0.1:${port}`,
    });
    await near.close();
    const waiting = async () =>
      ((await redis.call('CLIENT', 'LIST')) as string)
        .split('\n')
        .filter((line) => line.includes('cmd=xread '))
        .map((line) => /^id=(\d+)/.exec(line)![1]!);
    await train(far, new Map([['tea', 1]]));
    await eventually(async () => (await waiting()).length !== 0);
    // Its connection for changes is slow to come back; until then it goes on training.
    for (const id of await waiting()) await redis.call('CLIENT', 'KILL', 'ID', id);
    await train(far, new Map([['tea', 1]]));
    await loseLatest(redis, keys);
    await train(
      far,
      new Map([
        ['tar', 1],
        ['tin', 1],
      ]),
    );
    await answers(far, 't', ['tar 1', 'tea 1', 'tin 1']);
  });

  it('start over, with the pre-loaded terms, when Redis was emptied', async (t) => {
    const { far, near, redis, keys } = await openReplicas(t);
    await train(near, new Map([['tea', 1]]));
    // It came through the stream: `far` waits for more.
    await answers(far, 't', ['tea 1']);
    await redis.del(...keys);
    await answers(near, '', preloadedLines);
    await answers(far, '', preloadedLines);
    await train(far, new Map([['tar', 1]]));
    await answers(near, 't', ['tar 1']);
  });
});
