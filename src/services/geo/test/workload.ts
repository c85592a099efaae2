/** Hubs that come, change and go, and lookups that must show it at once. */
import { crc32 } from 'node:zlib';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  read,
  settle,
  type Ask,
  type Named,
  type Question,
  type Workload,
} from '#kit/testing/workload/workload.ts';
import { square } from './areas.ts';

const hubsOfClient = 4;

interface Hub {
  readonly lat: number;
  readonly lng: number;
  /** Undefined: it is deleted. */
  name: string | undefined;
}

export function geoWorkload({ name: prefix = '' }: Named = {}): Workload {
  const known = new Map<string, Hub>();
  /** Hubs of other names are elsewhere. */
  const west = crc32(prefix) % 150;
  const findings = new Findings();

  /** What was acknowledged is what a lookup finds, whether or not its answer is cached. */
  async function lookUp(ask: Ask, { lat, lng, name }: Hub): Promise<void> {
    const answer = await read(ask, `/serviceability?lat=${lat}&lng=${lng}`);
    expectStatus(answer, 200);
    const { data } = answer;
    if (data.hub_name !== name) findings.lost(`a lookup finds ${data.hub_name}, it is ${name}`);
  }

  return {
    service: 'geo',

    async act(ask, client, n) {
      const id = `${prefix}hub-${client}-${n % hubsOfClient}`;
      const hub = known.get(id) ?? { lat: client, lng: west + (n % hubsOfClient), name: undefined };
      if (n % 3 === 2 && hub.name !== undefined) {
        const answer = await settle(ask, { method: 'DELETE', path: `/admin/hubs/${id}` });
        if (!(answer.isRepeated && answer.status === 404)) expectStatus(answer, 200);
        hub.name = undefined;
      } else {
        const name = `${id} ${n}`;
        const change = n % 3 === 1 && hub.name !== undefined ? patch(id, name) : put(id, name, hub);
        expectStatus(await settle(ask, change), change.method === 'PATCH' ? 200 : 201);
        hub.name = name;
      }
      known.set(id, hub);
      await lookUp(ask, hub);
      await lookUp(ask, hub);
    },

    async check(ask) {
      await forEachOf(known, async ([id, hub]) => {
        const { data } = await read(ask, `/admin/hubs/${id}`);
        if (data.name !== hub.name) findings.lost(`the hub ${id} is ${data.name}, not ${hub.name}`);
        await lookUp(ask, hub);
        await lookUp(ask, hub);
      });
      return findings.all;
    },
  };
}

const patch = (id: string, name: string): Question => ({
  method: 'PATCH',
  path: `/admin/hubs/${id}`,
  body: { name },
});

/** Creates or replaces it, with a circle or a polygon. */
function put(hub_id: string, name: string, { lat, lng }: Hub): Question {
  const area = name.endsWith('0') ? { coverage: square({ lat, lng }, 0.3) } : {};
  const supplies = { stock_availability: 0.9, rider_availability: 0.5 };
  const hub = { hub_id, name, lat, lng, coverage_radius_km: 0.3, ...area, ...supplies };
  return { method: 'POST', path: '/admin/hubs', body: hub };
}
