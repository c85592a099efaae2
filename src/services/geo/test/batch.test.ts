/** Many points in one request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService, type OpenService } from '#kit/testing/testing.ts';
import { geo } from '../index.ts';
import { ask, assertProblem, away, centre, deployments, saved } from './fixtures.ts';
import type { LatLng } from '../cells/geometry.ts';

type App = OpenService['app'];

for (const { name, skip, env } of deployments) {
  describe(`many points on ${name}`, { skip }, () => suite(env));
}

const post = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/serviceability/batch', payload });

async function results(app: App, points: readonly (LatLng & { id?: string })[]) {
  const response = await post(app, { points });
  assert.equal(response.statusCode, 200, response.body);
  const { results: found, ...none } = response.json();
  assert.deepEqual(none, {});
  return found;
}

function suite(env: () => Environment): void {
  it('answers each as the single lookup does, in their order', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    await saved(app, { hub_id: 'asleep', ...away(centre, 50), paused: true });
    const points = Array.from({ length: 60 }, (_, i) => away(centre, i, (i % 7) / 10));
    const found = await results(app, points);
    assert.equal(found.length, points.length);
    for (const [i, { tiers_tried: _, tier, ...answer }] of found.entries()) {
      const { tiers_tried: __, tier: single, ...expected } = await ask(app, points[i]!);
      assert.deepEqual(answer, expected, String(i));
      assert.equal(tier === undefined, single === undefined);
    }
    assert.equal(found[50].reason, 'paused');
  });

  it('tells the id of a point that has one', async (t) => {
    const { app } = await openService(t, geo, env());
    const found = await results(app, [{ id: 'a', ...centre }, centre, { id: 'a', ...centre }]);
    assert.deepEqual(
      found.map(({ id }: { id?: string }) => id),
      ['a', undefined, 'a'],
    );
    assert.equal('id' in found[1], false);
  });

  it('takes 1 to 1,000 points', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app);
    const many = Array.from({ length: 1_000 }, (_, i) => away(centre, (i % 40) / 4, i / 40));
    const found = await results(app, many);
    assert.deepEqual([found.length, found[0].hub_id], [1_000, 'monas']);
    for (const points of [[], [...many, centre], undefined, null, {}, 'x']) {
      assertProblem(await post(app, { points }), 400, 'VALIDATION_FAILED', 'points');
    }
  });

  it('a bad point is 400 and named with its index', async (t) => {
    const { app } = await openService(t, geo, env());
    const bad: [point: unknown, code: string, path: string][] = [
      [{ lat: 90.1, lng: 0 }, 'INVALID_COORDINATES', 'points.2.lat'],
      [{ lat: 0, lng: -180.1 }, 'INVALID_COORDINATES', 'points.2.lng'],
      [{ lat: '0', lng: 0 }, 'INVALID_COORDINATES', 'points.2.lat'],
      [{ lng: 0 }, 'INVALID_COORDINATES', 'points.2.lat'],
      [{ lat: 0, lng: null }, 'INVALID_COORDINATES', 'points.2.lng'],
      [null, 'VALIDATION_FAILED', 'points.2'],
      [[0, 0], 'VALIDATION_FAILED', 'points.2'],
      [{ id: 1, lat: 0, lng: 0 }, 'VALIDATION_FAILED', 'points.2.id'],
      [{ id: '', lat: 0, lng: 0 }, 'VALIDATION_FAILED', 'points.2.id'],
    ];
    for (const [point, code, path] of bad) {
      assertProblem(await post(app, { points: [centre, centre, point, point] }), 400, code, path);
    }
    const infinite = '{"points":[{"lat":1e999,"lng":0}]}';
    const headers = { 'content-type': 'application/json' };
    const url = '/serviceability/batch';
    const response = await app.inject({ method: 'POST', url, payload: infinite, headers });
    assertProblem(response, 400, 'INVALID_COORDINATES', 'points.0.lat');
  });

  it('anybody may ask', async (t) => {
    const { app } = await openService(t, geo, { ...env(), ADMIN_TOKEN: 'a-long-token' });
    assert.equal((await results(app, [centre])).length, 1);
  });
}
