/** What the scripts in lua/ reply, checked where it enters. */
import { Type } from 'typebox';
import { checked, storedJson } from '#kit/web/schema.ts';
import type { OutboxEntry, PendingMovement, Snapshot } from '../outbox.ts';
import type { ReserveOutcome } from '../reservations.ts';
import { emptyStock, type LoadOutcome, type Stock, type StockKey } from '../stock.ts';

const Counts = Type.Tuple([
  Type.Integer({ description: 'loaded' }),
  Type.Integer({ description: 'available' }),
  Type.Integer({ description: 'held' }),
  Type.Integer({ description: 'confirmed' }),
  Type.Integer({ description: 'buckets' }),
]);
type Counts = Type.Static<typeof Counts>;

function toStock([loaded, available, held, confirmed, buckets]: Counts): Stock {
  return { loaded, available, held, confirmed, buckets };
}

const checkStock = checked('reply of stock.lua', Type.Union([Counts, Type.Null()]));

export function stockReply(reply: unknown): Stock | undefined {
  const counts = checkStock(reply);
  return counts === null ? undefined : toStock(counts);
}

const checkLoad = checked(
  'reply of load.lua',
  Type.Union([
    Type.Tuple([Type.Literal('below-held'), Type.Integer()]),
    Type.Tuple([Type.Literal('loaded'), Counts]),
  ]),
);

export function loadReply(reply: unknown): LoadOutcome {
  const [kind, value] = checkLoad(reply);
  return kind === 'loaded' ? { kind, stock: toStock(value) } : { kind, held: value };
}

const checkReserve = checked(
  'reply of reserve.lua',
  Type.Union([
    Type.Tuple([Type.Literal('reserved'), Type.String(), Type.Integer()]),
    Type.Tuple([Type.Literal('short'), Type.Array(Type.Integer())]),
    Type.Tuple([Type.Literal('order-mismatch')]),
  ]),
);

export function reserveReply(reply: unknown): ReserveOutcome {
  const outcome = checkReserve(reply);
  switch (outcome[0]) {
    case 'reserved':
      return { kind: 'reserved', reservationId: outcome[1], expiresAt: outcome[2] };
    case 'short':
      return { kind: 'short', available: outcome[1] };
    case 'order-mismatch':
      return { kind: 'order-mismatch' };
  }
}

const EndingReply = Type.Union([
  Type.Literal('confirmed'),
  Type.Literal('released'),
  Type.Literal('expired'),
  Type.Literal('unknown'),
]);
export const confirmReply = checked('reply of confirm.lua', EndingReply);
export const releaseReply = checked('reply of release.lua', EndingReply);

export const reapReply = checked('reply of reap.lua', Type.Integer());
export const acknowledgeReply = checked('reply of acknowledge.lua', Type.Null());

const checkBacklog = checked(
  'reply of backlog.lua',
  Type.Tuple([Type.Integer(), Type.String({ pattern: '^[0-9]*$' })]),
);

export function backlogReply(reply: unknown) {
  const [entries, oldestAt] = checkBacklog(reply);
  return { entries, oldestAt: oldestAt === '' ? undefined : Number(oldestAt) };
}

const parseEntry = storedJson(
  'entry of the outbox',
  Type.Object({
    id: Type.String(),
    kind: Type.Union([Type.Literal('confirm'), Type.Literal('load')]),
    hub: Type.String(),
    order: Type.Optional(Type.String()),
    user: Type.Optional(Type.String()),
    at: Type.Integer(),
    movements: Type.Array(
      Type.Object({
        sku: Type.String(),
        qty: Type.Integer(),
        delta: Type.Integer(),
        seq: Type.Integer(),
      }),
    ),
  }),
);
const checkClaim = checked('reply of claim.lua', Type.Array(Type.String()));

export function claimReply(reply: unknown): OutboxEntry[] {
  return checkClaim(reply).map((text) => {
    const { id, kind, hub, order = null, user = null, at, movements } = parseEntry(text);
    const hubId = decodeURIComponent(hub);
    return { id, kind, hubId, orderId: order, userId: user, at, movements };
  });
}

const checkSnapshots = checked(
  'reply of snapshots.lua',
  Type.Array(
    Type.Union([
      Type.Null(),
      Type.Tuple([
        Type.Integer({ description: 'seq' }),
        Counts,
        Type.Union([Type.Array(Type.String()), Type.Null()]),
      ]),
    ]),
  ),
);

/** @param keys that were asked for */
export function toSnapshots(reply: unknown, keys: readonly StockKey[]): Snapshot[] {
  const snapshots = checkSnapshots(reply);
  return keys.map((key, i) => {
    const found = snapshots[i];
    if (!found) return { ...key, stock: emptyStock, seq: 0, pending: [] };
    const [seq, counts, pending] = found;
    return {
      ...key,
      stock: toStock(counts),
      seq,
      pending: pending ? toPending(pending) : undefined,
    };
  });
}

/** From `seq, "<delta> <entry>", …`. */
function toPending(flat: readonly string[]): PendingMovement[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => {
    const [seq, movement] = [flat[2 * i]!, flat[2 * i + 1]!];
    const [, delta, entryId] = /^(-?\d+) (.+)$/s.exec(movement) ?? [];
    if (entryId === undefined) throw new Error(`pending movement ${seq}: "${movement}"`);
    return { entryId, seq: Number(seq), delta: Number(delta) };
  });
}
