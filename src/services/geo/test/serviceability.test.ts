/** Lookups over HTTP: the five tiers, the answer, the score, refusals. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService, temporaryFolder, withoutLoops } from '#kit/testing/testing.ts';
import { centreOf, cellOf } from '../cells/cells.ts';
import {
  ask,
  assertProblem,
  away,
  centre,
  deployments,
  destination,
  saved,
  trail,
} from './fixtures.ts';
import { mmdb } from '#kit/testing/mmdb.ts';
import { distanceKm, type LatLng } from '../cells/geometry.ts';
import { geo } from '../index.ts';

const minutes = 60_000;
const unserved = ['redis miss', 'database miss', 'distance miss'];

for (const { name, skip, env } of deployments) {
  describe(`serviceability on ${name}`, { skip }, () => {
    tiers(env);
    answers(env);
  });
}

function tiers(env: () => Environment): void {
  it('the database finds a hub that lists the cell, then the cache does', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    const [first, second] = [await ask(app, centre), await ask(app, centre)];
    assert.deepEqual([first.tier, trail(first)], ['database', ['redis miss', 'database hit']]);
    assert.deepEqual([second.tier, trail(second)], ['redis', ['redis hit']]);
    for (const { tiers_tried } of [first, second]) {
      for (const { ms } of tiers_tried) assert.ok(ms >= 0);
    }
    const { tier: _, tiers_tried: __, ...rest } = first;
    assert.deepEqual(second, { ...rest, tier: 'redis', tiers_tried: second.tiers_tried });
  });

  it('the distance finds the nearest hub whose radius holds the point but no cell', async (t) => {
    const { app } = await openService(t, geo, env());
    const { inside, middle } = inCornerOf(cellOf(centre));
    const [empty, full] = [
      { stock_availability: 0, rider_availability: 0 },
      { stock_availability: 1, rider_availability: 1 },
    ];
    await saved(app, { ...reaching(inside, 1), hub_id: 'near', ...empty });
    await saved(app, { ...reaching(inside, 1.5), hub_id: 'farther', ...full });
    const [first, second] = [await ask(app, inside), await ask(app, inside)];
    assert.deepEqual([first.tier, first.hub_id], ['distance', 'near']);
    assert.deepEqual(trail(first), ['redis miss', 'database miss', 'distance hit']);
    assert.deepEqual([second.tier, second.hub_id], ['redis', 'near']);
    // The cached cell is exact for its other points too.
    assert.equal((await ask(app, middle)).serviceable, false);
  });

  it('no hub anywhere: not serviceable, and cached as a miss for 60 s', async (t) => {
    const { app, clock } = await openService(t, geo, env());
    const first = await ask(app, centre);
    assert.deepEqual(first, { serviceable: false, tiers_tried: first.tiers_tried });
    assert.deepEqual(trail(first), unserved);
    clock.advance(minutes - 1);
    assert.deepEqual(trail(await ask(app, centre)), ['redis miss']);
    clock.advance(1);
    assert.deepEqual(trail(await ask(app, centre)), unserved);
  });

  it('a cell with a hub is cached for an hour', async (t) => {
    const { app, clock } = await openService(t, geo, env(), { pauses: withoutLoops });
    await saved(app);
    await ask(app, centre);
    clock.advance(60 * minutes - 1);
    assert.equal((await ask(app, centre)).tier, 'redis');
    clock.advance(1);
    assert.equal((await ask(app, centre)).tier, 'database');
    assert.equal((await ask(app, centre)).tier, 'redis');
  });

  it('the city of a public address finds the nearest hub that may reach it', async (t) => {
    const GEOIP_DB = cityFile({
      '203.0.113.0/24': { location: { latitude: -6.2, longitude: 106.8, accuracy_radius: 20 } },
    });
    const { app } = await openService(t, geo, { ...env(), GEOIP_DB });
    const city = { lat: -6.2, lng: 106.8 };
    await saved(app, { hub_id: 'second', ...away(city, 12) });
    await saved(app, { hub_id: 'third', ...away(city, 15) });
    const asked = { lat: -6.9, lng: 107.6 };
    const from = async (remoteAddress: string) => {
      const query = { lat: String(asked.lat), lng: String(asked.lng) };
      return (await app.inject({ url: '/serviceability', query, remoteAddress })).json().data;
    };
    const found = await from('203.0.113.7');
    assert.deepEqual([found.tier, found.hub_id], ['ip', 'second']);
    assert.deepEqual(trail(found), [...unserved, 'ip hit']);
    const distance = distanceKm(asked, away(city, 12));
    assert.ok(Math.abs(found.distance_km - distance) < 0.001);
    assert.deepEqual(trail(await from('::ffff:203.0.113.7')), ['redis miss', 'ip hit']);
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '8.8.8.8']) {
      assert.deepEqual(trail(await from(address)), ['redis miss', 'ip miss'], address);
    }
    await app.inject({ method: 'DELETE', url: '/admin/hubs/second' });
    await app.inject({ method: 'DELETE', url: '/admin/hubs/third' });
    await saved(app, { hub_id: 'out of reach', ...away(city, 23) });
    assert.equal((await from('203.0.113.7')).serviceable, false);
  });

  it('X-Forwarded-For names the address only when a trusted proxy says so', async (t) => {
    const location = { latitude: centre.lat, longitude: centre.lng };
    const GEOIP_DB = cityFile({ '203.0.113.0/24': { location } });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (const [TRUSTED_PROXIES, served] of [
      ['', false],
      ['127.0.0.1', true],
    ] as const) {
      const full = { ...env(), GEOIP_DB, TRUSTED_PROXIES };
      const { app } = await openService(t, geo, full);
      await saved(app);
      const response = await app.inject({ url: '/serviceability?lat=50&lng=8', headers });
      assert.equal(response.json().data.serviceable, served);
    }
  });

  it('the default hub serves whom no other hub serves, if it exists', async (t) => {
    const { app } = await openService(t, geo, { ...env(), DEFAULT_HUB_ID: 'monas' });
    const far = away(centre, 300);
    assert.deepEqual(trail(await ask(app, far)), [...unserved, 'default miss']);
    await saved(app);
    const found = await ask(app, far);
    assert.deepEqual([found.tier, found.hub_id], ['default', 'monas']);
    assert.equal(found.eta_minutes, Math.trunc(found.distance_km / 0.3));
    assert.ok(Math.abs(found.distance_km - 300) < 1);
  });
}

function answers(env: () => Environment): void {
  it('is enveloped: the hub, its distance to the metre, whole minutes at 300 m each', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    const point = away(centre, 1, 0.5);
    const data = await ask(app, point);
    const { tiers_tried: _, ...rest } = data;
    assert.deepEqual(rest, {
      serviceable: true,
      hub_id: 'monas',
      hub_name: 'Monas',
      distance_km: 1.118,
      eta_minutes: 3,
      tier: 'database',
    });
    const there = await ask(app, centre);
    assert.deepEqual([there.distance_km, there.eta_minutes], [0, 0]);
  });

  it('distance is computed for the asked point, also from the cache', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    const middle = centreOf(cellOf(away(centre, 1)));
    for (const km of [0, 0.05, 0.1]) {
      const point = away(middle, km);
      const expected = Math.round(distanceKm(point, centre) * 1000) / 1000;
      assert.equal((await ask(app, point)).distance_km, expected);
    }
  });

  it('the highest score serves a cell of several hubs, and explain=1 shows why', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, { hub_id: 'near', stock_availability: 0.2 });
    await saved(app, { hub_id: 'stocked', ...away(centre, 1.5), coverage_radius_km: 3 });
    for (const tier of ['database', 'redis']) {
      const data = await ask(app, centre, { explain: '1' });
      assert.deepEqual([data.hub_id, data.tier], ['stocked', tier]);
      assert.deepEqual(data.weights, { distance: 0.4, stock: 0.4, rider: 0.2 });
      const [first, second, ...none] = data.candidates;
      assert.deepEqual([first.hub_id, second.hub_id, none], ['stocked', 'near', []]);
      assert.deepEqual(second.terms, { distance: 1, stock: 0.2, rider: 1 });
      assert.ok(Math.abs(second.score - 0.68) < 1e-9);
      assert.ok(Math.abs(first.score - (0.4 * (1 - 1.5 / 3) + 0.6)) < 1e-3);
      assert.equal(first.coverage_radius_km, 3);
    }
    const plain = await ask(app, centre, { explain: '0' });
    assert.ok(!('candidates' in plain || 'weights' in plain));
    const nowhere = await ask(app, { lat: 0, lng: 0 }, { explain: '1' });
    assert.deepEqual(nowhere.candidates, []);
  });

  it('GEO_WEIGHTS decides otherwise', async (t) => {
    const { app } = await openService(t, geo, { ...env(), GEO_WEIGHTS: '1,0,0' });
    await saved(app, { hub_id: 'near', stock_availability: 0 });
    await saved(app, { hub_id: 'stocked', ...away(centre, 1.5), coverage_radius_km: 3 });
    assert.equal((await ask(app, centre)).hub_id, 'near');
  });

  it('0 is a coordinate, and so are the limits', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, { lat: 0, lng: 0 });
    assert.equal((await ask(app, { lat: 0, lng: 0 })).hub_id, 'monas');
    for (const query of [
      '90&lng=180',
      '-90&lng=-180',
      '-0&lng=0.0',
      '1e1&lng=.5',
      '5.&lng=-1E-2',
    ]) {
      const response = await app.inject(`/serviceability?lat=${query}`);
      assert.equal(response.statusCode, 200, response.body);
    }
  });

  it('coordinates that are missing, no number or out of range are 400', async (t) => {
    const { app } = await openService(t, geo, env());
    const bad: [query: string, path: string][] = [
      ['', 'lat'],
      ['lat=1', 'lng'],
      ['lng=1', 'lat'],
    ];
    const values = ['', '+', '%20', '%00', 'x', 'NaN', 'Infinity', '-Infinity', '1e999', '0x10'];
    const more = [
      'null',
      'true',
      '1,5',
      '1%20',
      '%EF%BC%91',
      '%ED%A0%80',
      '[]',
      '1_0',
      '0b1',
      '--1',
    ];
    for (const value of [...values, ...more]) {
      bad.push([`lat=${value}&lng=1`, 'lat'], [`lat=1&lng=${value}`, 'lng']);
    }
    bad.push(['lat=90.0001&lng=0', 'lat'], ['lat=-90.0001&lng=0', 'lat']);
    bad.push(['lat=0&lng=180.0001', 'lng'], ['lat=0&lng=-180.0001', 'lng']);
    bad.push(['lat=1&lat=2&lng=3', 'lat'], ['lat=1&lng=2&lng=3', 'lng'], ['lat[]=1&lng=1', 'lat']);
    bad.push([`lat=${'9'.repeat(5000)}&lng=1`, 'lat'], ['lat=1&lng=1e308', 'lng']);
    for (const [query, path] of bad) {
      const response = await app.inject(`/serviceability?${query}`);
      assertProblem(response, 400, 'INVALID_COORDINATES', path);
    }
  });

  it('explain is 0 or 1', async (t) => {
    const { app } = await openService(t, geo, env());
    for (const value of ['2', '-1', 'yes', '', '1&explain=1']) {
      const response = await app.inject(`/serviceability?lat=1&lng=1&explain=${value}`);
      assertProblem(response, 400, 'VALIDATION_FAILED', 'explain');
    }
  });

  it('an unknown path is 404, another method 405', async (t) => {
    const { app } = await openService(t, geo, env());
    const post = await app.inject({ method: 'POST', url: '/serviceability?lat=1&lng=1' });
    assertProblem(post, 405, 'METHOD_NOT_ALLOWED');
    assertProblem(await app.inject('/serviceability/1'), 404, 'NOT_FOUND');
  });
}

/** A cell's centre, and a point of the cell 0.15 km from it. */
function inCornerOf(cell: string) {
  const middle = centreOf(cell);
  const inside = destination(middle, 0.15, 1);
  assert.equal(cellOf(inside), cell);
  return { inside, middle };
}

/** A hub beyond the point as seen from the cell's centre; its radius passes the point by 1 m. */
function reaching(point: LatLng, km: number) {
  const place = destination(point, km, 1);
  return { ...place, coverage_radius_km: distanceKm(place, point) + 0.001 };
}

function cityFile(networks: Parameters<typeof mmdb>[0]): string {
  const file = join(temporaryFolder(), 'city.mmdb');
  writeFileSync(file, mmdb(networks));
  return file;
}
