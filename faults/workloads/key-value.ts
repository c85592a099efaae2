/** Keys that their clients overwrite, read and delete. */
import { Findings } from '../lib/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  type Ask,
  type Workload,
} from '../lib/workload.ts';

/** Of each client. */
const keys = 10;
const absent = undefined;

export function keyValue(): Workload {
  /** What each key may hold: the last acknowledged value, and those after it that are in doubt. */
  const possible = new Map<string, (string | undefined)[]>();
  const findings = new Findings();

  async function compare(ask: Ask, key: string): Promise<void> {
    const { status, data } = await read(ask, `/${key}`);
    const value = status === 404 ? absent : data.value;
    const values = possible.get(key) ?? [absent];
    if (!values.includes(value))
      findings.lost(`${key} is ${shown(value)}, not ${values.map(shown).join(' or ')}`);
  }

  return {
    service: 'key-value',

    async act(ask, client, n) {
      const key = `key-${client}-${n % keys}`;
      if (n % 3 === 0) return compare(ask, key);
      const body = n % 7 === 0 ? undefined : { n, text: bulk() };
      const method = body ? 'PUT' : 'DELETE';
      const answer = await once(ask, { method, path: `/${key}`, ...(body && { body }) });
      const value = body ? JSON.stringify(body) : absent;
      if (isUnclear(answer)) possible.set(key, [...(possible.get(key) ?? [absent]), value]);
      if (isRefused(answer)) return;
      expectStatus(answer, 200);
      possible.set(key, [value]);
    },

    async check(ask) {
      await forEachOf(possible.keys(), (key) => compare(ask, key));
      return findings.all;
    },
  };
}

const shown = (value: string | undefined) => value?.slice(0, 20) ?? 'absent';
