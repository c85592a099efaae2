/** A window as it was once written: one for all recipients, under the key alone. */
import assert from 'node:assert/strict';
import type { NotificationStore } from '../notification-store.ts';

/** @param deployment on PostgreSQL */
export function rowsWrittenBefore(T0: number, deployment?: string): string {
  const schema = deployment === undefined ? '' : 'notification.';
  const insert = (table: string, row: Readonly<Record<string, string | number>>) => {
    const own = deployment === undefined ? row : { deployment, ...row };
    const values = Object.values(own).map((value) =>
      typeof value === 'number' ? value : `'${value}'`,
    );
    return `INSERT INTO ${schema}${table} (${Object.keys(own).join()}) VALUES (${values.join()});`;
  };
  const draft = { user_id: 'ann', channel: 'email', attempts: 0, body: '' };
  const to = (address: string) => ({ recipient: JSON.stringify({ address }) });
  const window = { user_id: 'ann', channel: 'email', key: 'key', n: T0, items: 3, size: 6 };
  const extra = JSON.stringify({ category: 'news', digest_key: 'key' });
  const opening = { n: T0, title: 'A1', state: 'waiting', due_at: T0 + 60_000, extra };
  const parts = ['A1', 'B1', 'A2'].map((title, i) => {
    const own = { ...draft, ...to(`${title[0]}@shop.example`), n: T0 + 1 + i, title };
    return insert('notification', { ...own, state: 'joined', digest: T0 });
  });
  return [
    deployment === undefined
      ? `UPDATE counter SET last = ${T0 + 3};`
      : insert('counter', { last: T0 + 3 }),
    insert('digest', { ...window, ends_at: T0 + 60_000 }),
    insert('notification', { ...draft, ...to('A@shop.example'), ...opening }),
    ...parts,
  ].join('\n');
}

/** Each part goes to its own recipient. */
export async function checkRowsWrittenBefore(store: NotificationStore, T0: number) {
  const end = T0 + 60_000;
  for (let i = 0; i < 2; i++) await store.ripen(20, end);
  const claimed = await store.claim(9, end + 20_000, end);
  assert.deepEqual(
    claimed
      .map(({ address, items }) => [address, items?.map(({ title }) => title).join()])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    [
      ['A@shop.example', 'A1,A2'],
      ['B@shop.example', 'B1'],
    ],
  );
}
