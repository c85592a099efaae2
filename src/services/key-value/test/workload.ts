/** Keys that their clients overwrite, read and delete: some expire, and counters change on conditions. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  settle,
  type Answer,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const keysOfClient = 10;
const absent = undefined;

interface Written {
  readonly value: string;
  /** Undefined while it is in doubt. */
  readonly etag: string | undefined;
  readonly expires: boolean;
}

export function keyValueWorkload({ name = '' }: Named = {}): Workload {
  /** What each key may hold: the last acknowledged value, and those after it that are in doubt. */
  const possible = new Map<string, (Written | undefined)[]>();
  const findings = new Findings();
  const valuesOf = (key: string) => possible.get(key) ?? [absent];

  /** Holds a key against what it may have. */
  async function compare(ask: Ask, key: string): Promise<Answer> {
    const answer = await read(ask, `/${key}`);
    const { status, data, headers } = answer;
    const value = status === 404 ? absent : data.value;
    const values = valuesOf(key);
    if (!values.some((one) => one?.value === value)) {
      const told = values.map((one) => shown(one?.value)).join(' or ');
      findings.lost(`${key} is ${shown(value)}, not ${told}`);
    }
    const found = values.findLast((one) => one?.value === value);
    if (found === undefined) return answer;
    if (headers.has('ttl') !== found.expires) findings.lost(`the TTL of ${key}`);
    if (found.etag !== undefined && headers.get('etag') !== found.etag)
      findings.lost(`the tag of ${key}`);
    return answer;
  }

  /** The only state that a key may have; where it is in doubt, that is read. */
  async function known(ask: Ask, key: string): Promise<Written | undefined> {
    const values = valuesOf(key);
    if (values.length === 1) return values[0];
    const { status, data, headers } = await compare(ask, key);
    const etag = headers.get('etag') ?? undefined;
    const now = status === 404 ? absent : { value: data.value, etag, expires: headers.has('ttl') };
    possible.set(key, [now]);
    return now;
  }

  async function write(ask: Ask, key: string, n: number, condition?: object): Promise<void> {
    const body = n % 7 === 0 ? absent : { n, text: bulk() };
    const expires = n % 3 === 0;
    const headers = { ...condition, ...(expires && { ttl: '3600' }) };
    const method = body ? 'PUT' : 'DELETE';
    const question = { method, path: `/${key}`, headers, ...(body && { body }) } as const;
    const answer = await once(ask, question);
    const value = body && JSON.stringify(body);
    const written = value === undefined ? absent : { value, etag: absent, expires };
    if (isUnclear(answer)) possible.set(key, [...valuesOf(key), written]);
    if (isRefused(answer)) return;
    expectStatus(answer, 200);
    const etag = answer.headers.get('etag') ?? undefined;
    possible.set(key, [written && { ...written, etag }]);
  }

  async function listedSizes(ask: Ask): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let from: string | undefined = ''; from !== undefined;) {
      const { data }: Answer = await read(ask, `/?prefix=${name}key-&limit=1000${from}`);
      for (const { key, size } of data.keys) sizes.set(key, size);
      from = data.next_cursor && `&cursor=${data.next_cursor}`;
    }
    return sizes;
  }

  /** The nodes share the whole ring. */
  async function laws(ask: Ask) {
    const own = new Findings();
    const { data } = await settle(ask, { method: 'GET', path: '/admin/ring', isForConsole: true });
    const nodes: { readonly share: number }[] = data.nodes;
    const shares = nodes.reduce((sum, { share }) => sum + share, 0);
    if (Math.abs(shares - 1) > 1e-9) own.wrong(`the nodes share ${shares} of the ring`);
    return own.all;
  }

  return {
    service: 'key-value',

    async act(ask, client, n) {
      const key = `${name}key-${client}-${n % keysOfClient}`;
      if (n % 4 === 0) return void (await compare(ask, key));
      if (n % 4 !== 1) return write(ask, key, n);
      // Each value only if the one before it is there.
      const counter = `${name}key-counter-${client}`;
      const before = await known(ask, counter);
      const condition = before ? { 'if-match': before.etag } : { 'if-none-match': '*' };
      await write(ask, counter, n, condition);
    },

    async check(ask) {
      const sizes = new Map<string, number>();
      await forEachOf(possible.keys(), async (key) => {
        const { status, data } = await compare(ask, key);
        if (status === 200) sizes.set(key, data.value.length);
      });
      const listed = await listedSizes(ask);
      for (const key of new Set([...sizes.keys(), ...listed.keys()])) {
        const [size, told] = [sizes.get(key), listed.get(key)];
        if (size !== told) findings.wrong(`the list has ${key} with ${told} bytes, not ${size}`);
      }
      return [...findings.all, ...(await laws(ask))];
    },

    laws,
  };
}

const shown = (value: string | undefined) => value?.slice(0, 20) ?? 'absent';
