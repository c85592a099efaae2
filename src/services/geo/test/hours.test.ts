/** Hubs that are closed or paused, and changes of their state, over HTTP. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService, temporaryFolder, withoutLoops } from '#kit/testing/testing.ts';
import { geo } from '../index.ts';
import {
  ask,
  assertProblem,
  away,
  centre,
  deployments,
  hubBody,
  postHub,
  saved,
  trail,
} from './fixtures.ts';
import { mmdb } from '#kit/testing/mmdb.ts';

for (const { name, skip, env } of deployments) {
  describe(`hours and pause on ${name}`, { skip }, () => {
    opening(env);
    pausing(env);
    tiers(env);
    patching(env);
    list(env);
  });
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const daily = (from: string, to: string, timezone = 'UTC') => ({
  opening_hours: { timezone, weekly: [{ days, from, to }] },
});
const never = { opening_hours: { timezone: 'UTC', weekly: [] } };
const hour = 3_600_000;

/** The part of an answer that tells why somebody is not served. */
const whyNot = ({ serviceable, reason, opens_at }: Record<string, unknown>) => ({
  serviceable,
  reason,
  opens_at,
});
const paused = { serviceable: false, reason: 'paused', opens_at: undefined };
const closed = (opens_at: number | undefined) => ({
  serviceable: false,
  reason: 'closed',
  opens_at,
});

/** The next time at which a clock in UTC shows that hour. */
function nextHour(now: number, utcHour: number): number {
  const today = new Date(now).setUTCHours(utcHour, 0, 0, 0);
  return today > now ? today : today + 24 * hour;
}

/** A span that is open now, and one that is not and begins in that many hours. */
function spans(now: number) {
  const time = (hours: number) => {
    const h = (new Date(now).getUTCHours() + hours + 24) % 24;
    return `${String(h).padStart(2, '0')}:00`;
  };
  return {
    open: daily(time(-1), time(3)),
    opensIn: (hours: number) => ({
      ...daily(time(hours), time(hours + 1)),
      at: nextHour(now, Number(time(hours).slice(0, 2))),
    }),
  };
}

function opening(env: () => Environment): void {
  it('a closed hub serves nobody, and the answer says when it opens', async (t) => {
    const { app, clock } = await openService(t, geo, env());
    const { at, ...hours } = spans(clock()).opensIn(2);
    await saved(app, hours);
    for (let round = 0; round < 2; round++)
      assert.deepEqual(whyNot(await ask(app, centre)), closed(at));
    clock.advance(at - clock() - 1);
    assert.equal((await ask(app, centre)).serviceable, false);
    clock.advance(1);
    const { serviceable, reason, opens_at } = await ask(app, centre);
    assert.deepEqual([serviceable, reason, opens_at], [true, undefined, undefined]);
  });

  it('a cached answer ends with the closing hour', async (t) => {
    const { app, clock } = await openService(t, geo, env(), { pauses: withoutLoops });
    await saved(app, spans(clock()).open);
    const closing = nextHour(clock(), (new Date(clock()).getUTCHours() + 3) % 24);
    clock.advance(closing - clock() - 1);
    await ask(app, centre);
    assert.deepEqual(trail(await ask(app, centre)), ['redis hit']);
    clock.advance(1);
    const answer = await ask(app, centre);
    assert.deepEqual([answer.serviceable, trail(answer)], [false, ['redis miss']]);
  });

  it('the earliest opening of several closed hubs counts', async (t) => {
    const { app, clock } = await openService(t, geo, env());
    const { opensIn } = spans(clock());
    const [early, late] = [opensIn(2), opensIn(5)];
    await saved(app, { hub_id: 'late', opening_hours: late.opening_hours });
    await saved(app, { hub_id: 'early', opening_hours: early.opening_hours });
    await saved(app, { hub_id: 'never', ...never });
    await saved(app, { hub_id: 'paused', paused: true });
    assert.deepEqual(whyNot(await ask(app, centre)), closed(early.at));
    await saved(app, { hub_id: 'early', opening_hours: early.opening_hours, paused: true });
    assert.deepEqual(whyNot(await ask(app, centre)), closed(late.at), 'a paused hub does not open');
  });

  it('an empty week is closed for good, without opens_at', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, never);
    const answer = await ask(app, centre);
    assert.deepEqual(whyNot(answer), closed(undefined));
    assert.equal('opens_at' in answer, false);
    await saved(app, { hub_id: 'paused', paused: true });
    assert.deepEqual(whyNot(await ask(app, centre)), paused);
  });

  it('hours are shown as they were sent; wrong ones are 400 and named', async (t) => {
    const { app } = await openService(t, geo, env());
    const { opening_hours } = daily('22:00', '06:00', 'Asia/Jakarta');
    await saved(app, { opening_hours: { ...opening_hours, more: 1 } });
    assert.deepEqual((await app.inject('/admin/hubs/monas')).json().opening_hours, opening_hours);
    const [span] = opening_hours.weekly;
    const week = (change: object) => ({ timezone: 'UTC', weekly: [{ ...span, ...change }] });
    for (const [value, path] of [
      ['07:00', 'opening_hours'],
      [{ weekly: [] }, 'opening_hours.timezone'],
      [{ timezone: 'UTC' }, 'opening_hours.weekly'],
      [{ timezone: 'Mars/Olympus', weekly: [] }, 'opening_hours.timezone'],
      [{ timezone: 'UTC', weekly: {} }, 'opening_hours.weekly'],
      [week({ days: ['monday'] }), 'opening_hours.weekly.0.days.0'],
      [week({ days: [] }), 'opening_hours.weekly.0.days'],
      [week({ from: '24:00' }), 'opening_hours.weekly.0.from'],
      [week({ to: 6 }), 'opening_hours.weekly.0.to'],
      [{ timezone: 'UTC', weekly: Array.from({ length: 51 }, () => span) }, 'opening_hours.weekly'],
    ] as const) {
      const response = await postHub(app, { opening_hours: value });
      assertProblem(response, 400, 'VALIDATION_FAILED', path);
    }
  });
}

function pausing(env: () => Environment): void {
  it('a paused hub serves nobody', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, { paused: true });
    for (let round = 0; round < 2; round++)
      assert.deepEqual(whyNot(await ask(app, centre)), paused);
    const elsewhere = await ask(app, away(centre, 100));
    assert.deepEqual(Object.keys(elsewhere).toSorted(), ['serviceable', 'tiers_tried']);
    for (const value of ['true', 1]) {
      assertProblem(await postHub(app, { paused: value }), 400, 'VALIDATION_FAILED', 'paused');
    }
  });

  it('another hub serves in its place, by score or by distance', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, { hub_id: 'best' });
    await saved(app, { hub_id: 'second', stock_availability: 0.2 });
    assert.equal((await ask(app, centre)).hub_id, 'best');
    await saved(app, { hub_id: 'best', paused: true });
    const answer = await ask(app, centre);
    assert.deepEqual([answer.hub_id, 'reason' in answer], ['second', false]);
  });

  it('explain=1 lists hubs that are passed over, marked, after the candidates', async (t) => {
    const { app, clock } = await openService(t, geo, env());
    const { at, ...hours } = spans(clock()).opensIn(2);
    await saved(app, { hub_id: 'a', ...hours, paused: true });
    await saved(app, { hub_id: 'b', ...hours });
    await saved(app, { hub_id: 'c', paused: true });
    await saved(app, { hub_id: 'd', stock_availability: 0 });
    for (let round = 0; round < 2; round++) {
      const { candidates, hub_id } = await ask(app, centre, { explain: '1' });
      assert.equal(hub_id, 'd');
      const marks = candidates.map(
        ({ hub_id, paused, closed, opens_at }: Record<string, unknown>) =>
          JSON.parse(JSON.stringify({ hub_id, paused, closed, opens_at })),
      );
      assert.deepEqual(marks, [
        { hub_id: 'd' },
        { hub_id: 'a', paused: true, closed: true, opens_at: at },
        { hub_id: 'b', closed: true, opens_at: at },
        { hub_id: 'c', paused: true },
      ]);
    }
  });
}

function tiers(env: () => Environment): void {
  it('the tier ip passes closed and paused hubs over', async (t) => {
    const location = { latitude: centre.lat, longitude: centre.lng, accuracy_radius: 20 };
    const file = join(temporaryFolder(), 'city.mmdb');
    writeFileSync(file, mmdb({ '203.0.113.0/24': { location } }));
    const { app } = await openService(t, geo, { ...env(), GEOIP_DB: file });
    await saved(app, { hub_id: 'near', paused: true });
    await saved(app, { hub_id: 'far', ...away(centre, 10) });
    const url = '/serviceability?lat=0&lng=0&explain=1';
    const answer = async () =>
      (await app.inject({ url, remoteAddress: '203.0.113.7' })).json().data;
    const first = await answer();
    assert.deepEqual([first.tier, first.hub_id], ['ip', 'far']);
    assert.deepEqual([first.candidates[1].hub_id, first.candidates[1].paused], ['near', true]);
    await saved(app, { hub_id: 'far', ...away(centre, 10), ...never });
    assert.deepEqual(whyNot(await answer()), paused);
  });

  it('the tier default passes a closed or paused hub over', async (t) => {
    const { app, clock } = await openService(t, geo, { ...env(), DEFAULT_HUB_ID: 'monas' });
    const { at, ...hours } = spans(clock()).opensIn(2);
    const far = away(centre, 300);
    await saved(app, hours);
    const answer = await ask(app, far, { explain: '1' });
    assert.deepEqual(whyNot(answer), closed(at));
    assert.equal(trail(answer).at(-1), 'default miss');
    assert.equal(answer.candidates[0].closed, true);
    await saved(app);
    assert.equal((await ask(app, far)).tier, 'default');
  });
}

function patching(env: () => Environment): void {
  it('PATCH changes name, pause, stock and riders for the next lookup on every replica', async (t) => {
    const shared = env();
    const one = await openService(t, geo, shared);
    const other = shared['STORE_ADDR'] === undefined ? one : await openService(t, geo, shared);
    const patch = async (payload: object) => {
      const response = await one.app.inject({ method: 'PATCH', url: '/admin/hubs/monas', payload });
      assert.equal(response.statusCode, 200, response.body);
      return response.json();
    };
    const hexagons = await saved(one.app, { stock_availability: 0.5 });
    await saved(one.app, { hub_id: 'second', stock_availability: 0.4 });
    await ask(other.app, centre);
    const served = async () => {
      const answer = await ask(other.app, centre);
      // Without recomputing cells: the cached one is in use all along.
      assert.equal(trail(answer).join(), 'redis hit');
      return answer;
    };
    assert.equal((await served()).hub_id, 'monas');
    const { body, count } = { body: hubBody(), count: hexagons.length };
    const shown = { ...body, stock_availability: 0.3, rider_availability: 1, count };
    assert.deepEqual(await patch({ stock_availability: 0.3 }), shown);
    assert.equal((await served()).hub_id, 'second');
    await patch({ stock_availability: 1, rider_availability: 0.9, name: 'Renamed', more: 1 });
    assert.equal((await served()).hub_name, 'Renamed');
    assert.deepEqual(await patch({ paused: true }), {
      ...shown,
      name: 'Renamed',
      stock_availability: 1,
      rider_availability: 0.9,
      paused: true,
    });
    assert.equal((await served()).hub_id, 'second');
    assert.equal((await patch({ paused: false })).paused, false);
    assert.equal((await served()).hub_id, 'monas');
    const kept = (await other.app.inject('/admin/hubs/monas')).json();
    assert.deepEqual([kept.name, kept.hexagons], ['Renamed', hexagons]);
  });

  it('PATCH leaves the area and the hours as they are', async (t) => {
    const { app, clock } = await openService(t, geo, env());
    const { at, ...hours } = spans(clock()).opensIn(2);
    await saved(app, hours);
    const payload = { paused: false };
    const response = await app.inject({ method: 'PATCH', url: '/admin/hubs/monas', payload });
    assert.deepEqual(response.json().opening_hours, hours.opening_hours);
    assert.deepEqual(whyNot(await ask(app, centre)), closed(at));
  });

  it('PATCH of an unknown hub is 404, without a member it knows 400', async (t) => {
    const { app } = await openService(t, geo, env());
    const patch = (id: string, payload: object) =>
      app.inject({ method: 'PATCH', url: `/admin/hubs/${id}`, payload });
    assertProblem(await patch('nobody', { paused: true }), 404, 'UNKNOWN_HUB');
    await saved(app);
    for (const [payload, path] of [
      [{}, 'body'],
      [{ coverage_radius_km: 1 }, 'body'],
      [{ paused: 1 }, 'paused'],
      [{ paused: null }, 'paused'],
      [{ stock_availability: 1.1 }, 'stock_availability'],
      [{ rider_availability: '1' }, 'rider_availability'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(257) }, 'name'],
    ] as const) {
      assertProblem(await patch('monas', payload), 400, 'VALIDATION_FAILED', path);
    }
    assertProblem(await patch('%00', { paused: true }), 400, 'VALIDATION_FAILED', 'hub_id');
  });

  it('PATCH wants the admin token', async (t) => {
    const { app } = await openService(t, geo, { ...env(), ADMIN_TOKEN: 'a-long-token' });
    const patch = (headers: Record<string, string>) =>
      app.inject({ method: 'PATCH', url: '/admin/hubs/monas', payload: { paused: true }, headers });
    assertProblem(await patch({}), 401, 'ADMIN_TOKEN_REQUIRED');
    assertProblem(await patch({ authorization: 'Bearer a-long-token' }), 404, 'UNKNOWN_HUB');
  });
}

function list(env: () => Environment): void {
  it('the list of hubs has an ETag, another one after each change', async (t) => {
    const { app } = await openService(t, geo, env());
    const get = (tag = '"none"') =>
      app.inject({ url: '/admin/hubs', headers: { 'if-none-match': tag } });
    await saved(app);
    const { etag } = (await get()).headers;
    for (const tags of [`"other", ${String(etag)}`, `W/${String(etag)}`, '*']) {
      const unchanged = await get(tags);
      assert.deepEqual([unchanged.statusCode, unchanged.body], [304, ''], tags);
    }
    const payload = { paused: true };
    await app.inject({ method: 'PATCH', url: '/admin/hubs/monas', payload });
    const changed = await get(String(etag));
    assert.equal(changed.statusCode, 200);
    assert.notEqual(changed.headers['etag'], etag);
    assert.equal(changed.json().hubs[0].paused, true);
  });
}
