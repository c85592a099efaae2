/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { square } from './areas.ts';
import { away, centre, deployments, hubBody } from './fixtures.ts';

/** Each hub has a place of its own, apart from the others. */
const placeOf = (hubId: string) => away(centre, 10 * Number(hubId.split('-')[1]));

/** Creates or replaces the hub at first, and every other time; else patches it. */
async function change(address: string, hub_id: string, n: number): Promise<number> {
  const name = `version ${n}`;
  if (n % 2 === 1) {
    const coverage = square(placeOf(hub_id), 1);
    const body = hubBody({ hub_id, name, ...placeOf(hub_id), coverage });
    return (await post(address, '/admin/hubs', body)).status;
  }
  const response = await fetch(`${address}/admin/hubs/${hub_id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  await response.text();
  return response.status;
}

describe('geo, killed under load', () => {
  for (const { name, skip, env } of deployments) {
    it(`keeps every acknowledged change of a hub, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, ['geo'], full);
      const address = first.addresses['geo']!;
      /** The last version of each client's hub that was acknowledged. */
      const versions = new Map<string, number>();
      let changes = 0;
      const clients = Array.from({ length: 8 }, async (_, client) => {
        const hub_id = `hub-${client}`;
        const place = placeOf(hub_id);
        for (let n = 1; ;) {
          const status = await change(address, hub_id, n).catch(() => 0);
          if (status === 0) return;
          // A store that took too long: the same again.
          if (status === 503) continue;
          assert.ok(status === 200 || status === 201, `${status}`);
          versions.set(hub_id, n++);
          await fetch(`${address}/serviceability?lat=${place.lat}&lng=${place.lng}`).catch(
            () => {},
          );
          if (++changes === 100) void first.end('SIGKILL');
        }
      });
      await Promise.all(clients);
      await first.end('SIGKILL');
      assert.equal(versions.size, 8);

      const second = await startProcess(t, ['geo'], full);
      const response = await fetch(`${second.addresses['geo']}/admin/hubs`);
      const { hubs } = (await response.json()) as { hubs: { hub_id: string; name: string }[] };
      const stored = new Map(hubs.map(({ hub_id, name }) => [hub_id, Number(name.split(' ')[1])]));
      for (const [hub_id, version] of versions) {
        const kept = stored.get(hub_id)!;
        // The change under way when the process died may have been kept too.
        assert.ok(kept === version || kept === version + 1, `${hub_id}: ${version} → ${kept}`);
        const { lat, lng } = placeOf(hub_id);
        const url = `${second.addresses['geo']}/serviceability?lat=${lat}&lng=${lng}`;
        // A change that was cut short reaches the cache when a replica has caught up.
        await eventually(async () => {
          const answer = (await (await fetch(url)).json()) as { data: { hub_name: string } };
          return answer.data.hub_name === `version ${kept}`;
        });
      }
    });
  }
});
