/** Exports that no service made: as many rows as wanted, or with one thing wrong. */
import { createHash } from 'node:crypto';
import type { Entry } from '#kit/moving/movable-store.ts';

export const headerOf = (service: string, format = 1) =>
  `${JSON.stringify({ hawker: '1.2.3', service, format, created_at: '2026-01-01T00:00:00.000Z' })}\n`;

/** A whole export, line by line. */
export function linesOf(service: string, entries: readonly Entry[], header = headerOf(service)) {
  const lines = [header, ...entries.map((entry) => `${JSON.stringify(entry)}\n`)];
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex');
  const rows: Record<string, number> = {};
  for (const { table } of entries) rows[table] = (rows[table] ?? 0) + 1;
  return [...lines, `${JSON.stringify({ end: { rows, sha256 } })}\n`];
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

const at = 1_767_268_800_000;

/** Rows by service, of each kind of place: Redis, PostgreSQL, both. */
export const manyRows: Readonly<Record<'chat' | 'news-feed' | 'inventory', readonly Entry[]>> = {
  chat: numbers(6_000).map((n) => ({ table: 'room', row: { name: `room ${n}`, seq: n } })),
  'news-feed': [
    { table: 'choice', row: { last: 0 } },
    ...numbers(6_000).map((n) => ({
      table: 'account',
      row: { n, id: `user ${n}`, followees: 1, followers: 0, quiet: 0, changed: 0, created_at: at },
    })),
  ],
  inventory: numbers(3_000).flatMap((n) => {
    const key = { hub_id: `hub ${n % 50}`, sku: `sku ${n}` };
    const units = { loaded: n, buckets: `[${n}]`, held: 0, confirmed: 0, seq: 1 };
    return [
      { table: 'stock', row: { ...key, ...units } },
      { table: 'stock_on_hand', row: { ...key, quantity: n, last_seq: 1 } },
    ];
  }),
};
