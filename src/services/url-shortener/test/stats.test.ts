/** Counting clicks, over HTTP. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { countryMmdb } from '#kit/testing/mmdb.ts';
import { assertProblem, open, openReplicas, stores } from './fixtures.ts';

const prefetches: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'x-purpose': 'preview' },
];

const from = (referer: string) => ({ referer });
const nothing = { total: 0, by_day: [], by_host: [], by_country: [], bots: 0, unknown: 0 };

for (const { name, skip, env } of stores) {
  describe(`clicks, on ${name}`, { skip }, () => {
    it('are counted by day in UTC, by host, and without bots', async (t) => {
      const { clock, make, follow, look, stats } = await open(t, env);
      const code = await make();
      assert.deepEqual((await stats(code)).json(), nothing);
      const day = 24 * 60 * 60 * 1_000;
      clock.advance(day / 2 - 1); // the last millisecond of 1 January
      await follow(code, from('https://news.example/a?b'));
      await follow(code, from('https://NEWS.example:444/'));
      clock.advance(1);
      await follow(code, from('http://a.example/'));
      await follow(code);
      await follow(code, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
      await look(code);
      clock.advance(2 * day);
      await follow(code);
      const by_host = [
        { host: 'direct', clicks: 2 },
        { host: 'news.example', clicks: 2 },
        { host: 'a.example', clicks: 1 },
      ];
      await eventually(async () => (await stats(code)).json().total === 5);
      assert.deepEqual((await stats(code)).json(), {
        total: 5,
        by_day: [
          { day: '2026-01-01', clicks: 2 },
          { day: '2026-01-02', clicks: 2 },
          { day: '2026-01-04', clicks: 1 },
        ],
        by_host,
        by_country: [],
        bots: 1,
        unknown: 0,
      });
    });

    it('of requests without a User-Agent are unknown, not those of people', async (t) => {
      const { app, make, follow, show, stats } = await open(t, env);
      for (const more of [{}, { max_clicks: 10 }]) {
        const code = await make(more);
        for (let i = 0; i < 2; i++) {
          const headers = { 'user-agent': '', ...from('https://a.example/') };
          assert.equal((await app.inject({ url: `/${code}`, headers })).statusCode, 302);
        }
        await follow(code);
        await eventually(async () => (await stats(code)).json().total === 1);
        const { by_day, by_host, bots, unknown } = (await stats(code)).json();
        assert.deepEqual([by_day.length, by_day[0].clicks, bots, unknown], [1, 1, 0, 2]);
        assert.deepEqual(by_host, [{ host: 'direct', clicks: 1 }]);
        // Redirects they are all the same.
        await eventually(async () => (await show(code)).json().clicks === 3);
      }
    });

    it('are not counted for a prefetch, whose answer no browser keeps', async (t) => {
      const { make, follow, show, stats } = await open(t, env);
      const code = await make();
      for (const headers of prefetches) {
        const ahead = await follow(code, headers);
        assert.deepEqual([ahead.statusCode, ahead.headers['cache-control']], [302, 'no-store']);
      }
      await follow(code);
      await eventually(async () => (await stats(code)).json().total === 1);
      const { bots, unknown } = (await stats(code)).json();
      assert.deepEqual([bots, unknown, (await show(code)).json().clicks], [0, 0, 1]);
    });

    it('a prefetch of a link with max_clicks is refused, and uses nothing up', async (t) => {
      const [one, other] = await openReplicas(t, env);
      const code = await one.make({ max_clicks: 1 });
      for (const headers of prefetches) {
        const refused = await other.follow(code, headers);
        assertProblem(refused, 503, 'PREFETCH_REFUSED');
        assert.equal(refused.headers['cache-control'], 'no-store');
        assert.ok(refused.headers['retry-after']);
      }
      assert.equal((await one.show(code)).json().clicks, 0);
      assert.equal((await other.follow(code)).statusCode, 302);
      assertProblem(await one.follow(code), 410, 'LINK_USED_UP');
      assertProblem(await one.follow(code, prefetches[0]), 410, 'LINK_USED_UP');
    });

    it('are asked for by the days, both included, or by instants on them', async (t) => {
      const { clock, make, follow, stats } = await open(t, env);
      const code = await make();
      const day = 24 * 60 * 60 * 1_000;
      for (let i = 1; i <= 4; i++) {
        await follow(code, from(`https://host-${i}.example/`));
        clock.advance(day);
      }
      await eventually(async () => (await stats(code)).json().total === 4);
      const daysOf = async (query: string) => {
        const { total, by_day, by_host } = (await stats(code, query)).json();
        assert.deepEqual([by_day.length, by_host.length], [total, total]);
        return by_day.map((one: { day: string }) => Number(one.day.slice(-2)));
      };
      assert.deepEqual(await daysOf('?from=2026-01-02&to=2026-01-03'), [2, 3]);
      assert.deepEqual(await daysOf('?from=2026-01-03'), [3, 4]);
      assert.deepEqual(await daysOf('?to=2026-01-02'), [1, 2]);
      const [first, last] = [Date.UTC(2026, 0, 2, 23), Date.UTC(2026, 0, 3)];
      assert.deepEqual(await daysOf(`?from=${first}&to=${last}`), [2, 3]);
      assert.deepEqual(await daysOf('?from=2026-01-03&to=2026-01-02'), []);
      assert.deepEqual(await daysOf('?from=0&to=8640000000000000'), [1, 2, 3, 4]);
      for (const text of [
        '',
        'x',
        '2026-13-01',
        '2026-02-30',
        '2026-1-1',
        '-1',
        '1.5',
        '9'.repeat(16),
      ]) {
        for (const end of ['from', 'to']) {
          assertProblem(await stats(code, `?${end}=${text}`), 400, 'VALIDATION_FAILED', end);
        }
      }
    });

    it('of all replicas are summed up, those of links with a limit too', async (t) => {
      const [one, other] = await openReplicas(t, env);
      for (const more of [{}, { max_clicks: 7 }]) {
        const code = await one.make(more);
        for (let i = 0; i < 10; i++)
          await (i % 2 ? one : other).follow(code, from('https://a.example'));
        const total = 'max_clicks' in more ? 7 : 10;
        await eventually(async () => (await other.stats(code)).json().total === total);
        await eventually(async () => (await one.show(code)).json().clicks === total);
        const { by_host } = (await one.stats(code)).json();
        assert.deepEqual(by_host, [{ host: 'a.example', clicks: total }]);
      }
    });

    it('are counted by country with GEOIP_DB', async (t) => {
      const GEOIP_DB = join(temporaryFolder(), 'countries.mmdb');
      writeFileSync(GEOIP_DB, countryMmdb({ '203.0.113.0/24': 'IN', '198.51.100.0/24': 'DE' }));
      const trusting = { ...env, GEOIP_DB, TRUSTED_PROXIES: '127.0.0.1' };
      const { make, follow, stats } = await open(t, trusting);
      const code = await make();
      for (const address of ['203.0.113.9', '203.0.113.10', '198.51.100.1', '192.0.2.1']) {
        await follow(code, { 'x-forwarded-for': address });
      }
      await eventually(async () => (await stats(code)).json().total === 4);
      assert.deepEqual((await stats(code)).json().by_country, [
        { country: 'IN', clicks: 2 },
        { country: 'DE', clicks: 1 },
        { country: 'unknown', clicks: 1 },
      ]);
    });

    it('of a clean stop are all recorded', async (t) => {
      const DATA_DIR = temporaryFolder();
      const first = await open(t, { ...env, DATA_DIR });
      const code = await first.make();
      for (let i = 0; i < 50; i++) await first.follow(code, from('https://a.example/'));
      await first.close();
      const second = await open(t, { ...env, DATA_DIR });
      const { total, by_host } = (await second.stats(code)).json();
      assert.deepEqual([total, by_host], [50, [{ host: 'a.example', clicks: 50 }]]);
    });
  });
}
