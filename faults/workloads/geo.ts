/** Hubs that come, change and go, and lookups that must show it at once. */
import { Findings } from '../lib/findings.ts';
import { expectStatus, forEachOf, read, settle, type Ask, type Workload } from '../lib/workload.ts';

/** Of each client. */
const hubs = 4;

interface Hub {
  readonly lat: number;
  readonly lng: number;
  /** Undefined: it is deleted. */
  name: string | undefined;
}

export function geo(): Workload {
  const known = new Map<string, Hub>();
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
      const id = `hub-${client}-${n % hubs}`;
      const hub = known.get(id) ?? { lat: client, lng: n % hubs, name: undefined };
      const { lat, lng } = hub;
      if (n % 3 === 2 && hub.name !== undefined) {
        const answer = await settle(ask, { method: 'DELETE', path: `/admin/hubs/${id}` });
        if (!(answer.isRepeated && answer.status === 404)) expectStatus(answer, 200);
        hub.name = undefined;
      } else {
        const name = `${id} ${n}`;
        const body = { hub_id: id, name, lat, lng, coverage_radius_km: 0.3 };
        expectStatus(await settle(ask, { method: 'POST', path: '/admin/hubs', body }), 201);
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
