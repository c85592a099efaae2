/** Administration of hubs over HTTP, and how changes reach cached answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isValidCell } from 'h3-js';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { cellOf, centreOf, lists } from '../cells/cells.ts';
import {
  ask,
  assertProblem,
  away,
  centre,
  deployments,
  hubBody,
  postHub,
  saved,
} from './fixtures.ts';
import { createGeo, geo, type FindHub } from '../index.ts';

for (const { name, skip, env } of deployments) {
  describe(`hubs on ${name}`, { skip }, () => {
    administration(env);
    changes(env);
    refusals(env);
  });
}

function administration(env: () => Environment): void {
  it('POST answers 201 with all hexagons, when it creates and when it replaces', async (t) => {
    const { app } = await openService(t, geo, env());
    for (const radius of [2, 0.5]) {
      const response = await postHub(app, { coverage_radius_km: radius });
      assert.equal(response.statusCode, 201);
      const { hub_id, hexagons, count } = response.json().data;
      assert.deepEqual(response.json(), { data: { hub_id: 'monas', hexagons, count } });
      assert.deepEqual([hub_id, count], ['monas', hexagons.length]);
      assert.equal(new Set(hexagons).size, count);
      assert.ok(hexagons.includes(cellOf(centre)));
      for (const cell of hexagons) {
        assert.ok(
          isValidCell(cell) && lists({ ...centre, radiusKm: radius }, cell, centreOf(cell)),
        );
      }
    }
    const { hubs } = (await app.inject('/admin/hubs')).json();
    assert.equal(hubs.length, 1);
    assert.equal(hubs[0].coverage_radius_km, 0.5);
  });

  it('50 km is the largest radius and comes with all its hexagons', async (t) => {
    const { app } = await openService(t, geo, env());
    const hexagons = await saved(app, { coverage_radius_km: 50 });
    assert.ok(hexagons.length > 60_000);
    assert.equal((await ask(app, away(centre, 49.5))).hub_id, 'monas');
  });

  it('lists hubs by id without hexagons, and shows one with them', async (t) => {
    const { app } = await openService(t, geo, env());
    const hexagons = await saved(app, { hub_id: 'b', stock_availability: 0.25 });
    await saved(app, { hub_id: 'a/ü ?', rider_availability: 0 });
    const b = { ...hubBody(), hub_id: 'b', stock_availability: 0.25, rider_availability: 1 };
    const { hubs } = (await app.inject('/admin/hubs')).json();
    const a = { ...b, hub_id: 'a/ü ?', stock_availability: 1, rider_availability: 0 };
    const count = hexagons.length;
    assert.deepEqual(hubs, [
      { ...a, count },
      { ...b, count },
    ]);
    const one = await app.inject('/admin/hubs/b');
    assert.deepEqual(one.json(), { ...b, count, hexagons });
    const other = await app.inject(`/admin/hubs/${encodeURIComponent('a/ü ?')}`);
    assert.equal(other.json().hub_id, 'a/ü ?');
  });

  it('DELETE removes a hub: 200, then 404', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    const remove = () => app.inject({ method: 'DELETE', url: '/admin/hubs/monas' });
    const first = await remove();
    assert.deepEqual([first.statusCode, first.json()], [200, { hub_id: 'monas', deleted: true }]);
    assertProblem(await remove(), 404, 'UNKNOWN_HUB');
    assertProblem(await app.inject('/admin/hubs/monas'), 404, 'UNKNOWN_HUB');
    assert.deepEqual((await app.inject('/admin/hubs')).json(), { hubs: [] });
  });

  it('concurrent updates of one hub end in one of the states', async (t) => {
    const { app } = await openService(t, geo, env());
    const radii = Array.from({ length: 12 }, (_, i) => 0.5 + i / 4);
    const counts = await Promise.all(
      radii.map(async (coverage_radius_km) => (await saved(app, { coverage_radius_km })).length),
    );
    const { hexagons, ...hub } = (await app.inject('/admin/hubs/monas')).json();
    const winner = radii.indexOf(hub.coverage_radius_km);
    assert.deepEqual([hub.count, hexagons.length], [counts[winner], counts[winner]]);
  });

  it('admin paths want the token; lookups do not', async (t) => {
    const full = { ...env(), ADMIN_TOKEN: 'a-long-token' };
    const { app } = await openService(t, geo, full);
    const authorization = 'Bearer a-long-token';
    for (const [method, url] of [
      ['POST', '/admin/hubs'],
      ['GET', '/admin/hubs'],
      ['GET', '/admin/hubs/monas'],
      ['DELETE', '/admin/hubs/monas'],
    ] as const) {
      const payload = method === 'POST' ? hubBody() : undefined;
      assertProblem(await app.inject({ method, url, payload }), 401, 'ADMIN_TOKEN_REQUIRED');
      const allowed = await app.inject({ method, url, payload, headers: { authorization } });
      assert.ok(allowed.statusCode < 300, allowed.body);
    }
    assert.equal((await ask(app, centre)).serviceable, false);
  });

  it('another service of the process can ask where a hub is', async (t) => {
    let find: FindHub | undefined;
    const { app } = await openService(t, createGeo({ onHubs: (given) => (find = given) }), env());
    await saved(app);
    assert.deepEqual(await find!('monas'), centre);
    assert.equal(await find!('nobody'), undefined);
  });
}

function changes(env: () => Environment): void {
  it('a change reaches the cached answers of every replica at once', async (t) => {
    const shared = env();
    const one = await openService(t, geo, shared);
    // Embedded, there is one process; two replicas need the shared stores.
    const other = shared['STORE_ADDR'] === undefined ? one : await openService(t, geo, shared);
    const far = away(centre, 40);
    const hubAt = async (point: typeof centre) => (await ask(other.app, point)).hub_id;
    const cached = async (point: typeof centre) => {
      await ask(other.app, point);
      const second = await ask(other.app, point);
      assert.equal(second.tiers_tried.length, 1, 'only the cache was asked');
      return second.hub_id;
    };
    assert.equal(await cached(centre), undefined);
    await saved(one.app);
    assert.equal(await hubAt(centre), 'monas', 'created');
    assert.equal(await cached(centre), 'monas');
    await saved(one.app, { name: 'Renamed' });
    assert.equal((await ask(other.app, centre)).hub_name, 'Renamed');
    assert.equal(await cached(far), undefined);
    await saved(one.app, far);
    assert.deepEqual([await hubAt(centre), await hubAt(far)], [undefined, 'monas'], 'moved');
    assert.equal(await cached(far), 'monas');
    await saved(one.app, { ...far, coverage_radius_km: 0.1 });
    assert.equal(await hubAt(away(far, 1)), undefined, 'shrunk');
    await saved(one.app, { ...far, coverage_radius_km: 50 });
    assert.equal(await hubAt(centre), 'monas', 'grown');
    await one.app.inject({ method: 'DELETE', url: '/admin/hubs/monas' });
    assert.deepEqual([await hubAt(centre), await hubAt(far)], [undefined, undefined], 'removed');
  });

  it('cells that a change does not touch stay cached', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    await ask(app, centre);
    await saved(app, { hub_id: 'far', ...away(centre, 200) });
    assert.equal((await ask(app, centre)).tier, 'redis');
  });
}

function refusals(env: () => Environment): void {
  it('a wrong member is 400 and named', async (t) => {
    const { app } = await openService(t, geo, env());
    const bad: [path: string, values: unknown[]][] = [
      ['hub_id', [undefined, null, 1, '', 'x'.repeat(129), 'a\0', 'a\n', '\ud800', ['a'], {}]],
      ['name', [undefined, null, 1, '', 'x'.repeat(257), 'a\0', '\udc00', []]],
      ['coverage_radius_km', [undefined, null, '1', 0, -1, 50.001, 1e308, true, []]],
      ['stock_availability', ['1', -0.001, 1.001, {}]],
      ['rider_availability', ['1', -0.001, 1.001, []]],
    ];
    for (const [path, values] of bad) {
      for (const value of values) {
        assertProblem(await postHub(app, { [path]: value }), 400, 'VALIDATION_FAILED', path);
      }
    }
    for (const path of ['lat', 'lng']) {
      for (const value of [undefined, null, '1', '', 180.001, -180.001, 1e308, true, [1]]) {
        assertProblem(await postHub(app, { [path]: value }), 400, 'INVALID_COORDINATES', path);
      }
    }
    assertProblem(await postHub(app, { lat: 90.001 }), 400, 'INVALID_COORDINATES', 'lat');
    assert.deepEqual((await app.inject('/admin/hubs')).json(), { hubs: [] });
  });

  it('a body that is not a JSON object, infinite, too large or of another type is refused', async (t) => {
    const { app } = await openService(t, geo, env());
    const post = (payload: string, type = 'application/json') => {
      const headers = { 'content-type': type };
      return app.inject({ method: 'POST', url: '/admin/hubs', payload, headers });
    };
    for (const payload of ['', '{', '[]', '"a"', '1', 'null']) {
      assertProblem(await post(payload), 400, 'VALIDATION_FAILED');
    }
    const infinite = JSON.stringify(hubBody()).replace(/"lat":[^,]+/, '"lat":1e999');
    assertProblem(await post(infinite), 400, 'INVALID_COORDINATES', 'lat');
    const large = JSON.stringify(hubBody({ more: 'x'.repeat(1 << 20) }));
    assertProblem(await post(large), 413, 'BODY_TOO_LARGE');
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data']) {
      assertProblem(await post(JSON.stringify(hubBody()), type), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('the largest values and unknown members are accepted', async (t) => {
    const { app } = await openService(t, geo, env());
    const id = '🛵'.repeat(64);
    await saved(app, { hub_id: id, name: 'x'.repeat(256), lat: 90, lng: -180, more: { a: 1 } });
    await saved(app, { hub_id: 'tiny', coverage_radius_km: 5e-324, stock_availability: 0 });
    const path = `/admin/hubs/${encodeURIComponent(id)}`;
    assert.equal((await app.inject(path)).json().name.length, 256);
    assert.equal((await ask(app, centre)).hub_id, 'tiny');
    assert.equal((await app.inject({ method: 'DELETE', url: path })).statusCode, 200);
  });

  it('a hub id that cannot be one is 400', async (t) => {
    const { app } = await openService(t, geo, env());
    for (const id of ['%00', '%0A', 'x'.repeat(129)]) {
      for (const method of ['GET', 'DELETE'] as const) {
        const response = await app.inject({ method, url: `/admin/hubs/${id}` });
        assertProblem(response, 400, 'VALIDATION_FAILED', 'hub_id');
      }
    }
  });
}
