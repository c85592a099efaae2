/** Variant B's hubs: the operator's own, and those of geo, in this process or in another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post as postTo, startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { variantB } from '../rules/variant-b.ts';
import { here, stores } from './fixtures.ts';
import { assertProblem, get, openReplicas, post, type Replica } from './http.ts';

const remove = async ({ app }: Replica, hub: string) => {
  const response = await app.inject({ method: 'DELETE', url: `/admin/hubs/${hub}` });
  return { status: response.statusCode, body: response.json() };
};

let orders = 0;
const order = (hub_id: string) => ({ order_id: `o${++orders}`, hub_id, priority: 'vip' });

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`hubs on ${name}`, { skip }, () => {
    it('a hub of its own is shown, and forgotten, on every replica', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      const hub = { hub_id: 'h/1', lat: 1, lng: -2 };
      await post(a, '/admin/hubs', hub);
      assert.deepEqual(await get(b, '/admin/hubs/h%2F1'), { status: 200, body: { data: hub } });
      const gone = { status: 200, body: { data: { hub_id: 'h/1', deleted: true } } };
      assert.deepEqual(await remove(b, 'h%2F1'), gone);
      assertProblem(await get(a, '/admin/hubs/h%2F1'), 404, 'UNKNOWN_HUB');
      assertProblem(await remove(a, 'h%2F1'), 404, 'UNKNOWN_HUB');
      assertProblem(await post(a, '/dispatch/order', order('h/1')), 404, 'UNKNOWN_HUB');
    });

    it('wins over the one of geo, which counts again when it is forgotten', async (t) => {
      const hubs = async (id: string) => (id === 'h' ? here : undefined);
      const [a] = await openReplicas(t, variantB, open, { hubs });
      const pickup = async () => {
        const placed = order('h');
        assert.equal((await post(a, '/dispatch/order', placed)).status, 200);
        return (await get(a, `/dispatch/orders/${placed.order_id}`)).body.data.pickup_lat;
      };
      assert.equal(await pickup(), here.lat);
      // Geo's hubs are not its own.
      assertProblem(await get(a, '/admin/hubs/h'), 404, 'UNKNOWN_HUB');
      await post(a, '/admin/hubs', { hub_id: 'h', lat: 0, lng: 0 });
      assert.equal(await pickup(), 0);
      await remove(a, 'h');
      assert.equal(await pickup(), here.lat);
    });
  });
}

describe('hubs of geo', () => {
  const geoHub = { hub_id: 'h', name: 'Hub', ...here, coverage_radius_km: 1 };

  it('in one process are known at once', async (t) => {
    const env = { DATA_DIR: temporaryFolder() };
    const { addresses } = await startProcess(t, ['geo', 'dispatch-b'], env);
    const dispatch = addresses['dispatch-b']!;
    assert.equal((await postTo(dispatch, '/dispatch/order', order('h'))).status, 404);
    await postTo(addresses['geo']!, '/admin/hubs', geoHub);
    assert.equal((await postTo(dispatch, '/dispatch/order', order('h'))).status, 200);
  });

  it('in another process are read at start and on change, and kept while it is away', async (t) => {
    const token = { ADMIN_TOKEN: 'of the operator' };
    const geo = await startProcess(t, ['geo'], { DATA_DIR: temporaryFolder(), ...token });
    const address = geo.addresses['geo']!;
    const headers = {
      authorization: `Bearer ${token.ADMIN_TOKEN}`,
      'content-type': 'application/json',
    };
    const save = (hub_id: string) =>
      fetch(`${address}/admin/hubs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...geoHub, hub_id }),
      });
    assert.equal((await save('at start')).status, 201);
    const env = { DATA_DIR: temporaryFolder(), GEO_URL: address, ...token };
    const { addresses } = await startProcess(t, ['dispatch-b'], env);
    const place = async (hub: string) =>
      (await postTo(addresses['dispatch-b']!, '/dispatch/order', order(hub))).status;
    await eventually(async () => (await place('at start')) === 200);
    assert.equal(await place('later'), 404);
    assert.equal((await save('later')).status, 201);
    await eventually(async () => (await place('later')) === 200);
    await fetch(`${address}/admin/hubs/later`, { method: 'DELETE', headers });
    await eventually(async () => (await place('later')) === 404);
    await geo.end('SIGKILL');
    assert.equal(await place('at start'), 200);
  });

  it('that have never answered leave a hub in doubt: 503, and its own are known', async (t) => {
    const env = { DATA_DIR: temporaryFolder(), GEO_URL: 'http://127.0.0.1:9/' };
    const { addresses } = await startProcess(t, ['dispatch-b'], env);
    const address = addresses['dispatch-b']!;
    const refused = await postTo(address, '/dispatch/order', order('h'));
    assert.deepEqual([refused.status, refused.body.code], [503, 'HUBS_UNAVAILABLE']);
    await postTo(address, '/admin/hubs', { hub_id: 'own', ...here });
    assert.equal((await postTo(address, '/dispatch/order', order('own'))).status, 200);
  });
});
