/** The Lua scripts with their constants, and what each replies. */
import { Type, type TSchema } from 'typebox';
import { keysOfTag, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import { bucketCount } from '../buckets.ts';
import { OutboxEntry, Rejection, Snapshot } from '../outbox.ts';
import { Ending, ExtendOutcome, ReserveOutcome, RetakeOutcome } from '../reservations.ts';
import { LoadOutcome, Stock } from '../stock.ts';
import { keptReferenceMs, lifetimes, limits } from '../inventory-store.ts';
import { AdjustReply, GrantReply, RevokeReply } from './adjust.ts';
import { StoredReservation } from './rows.ts';

/** @param tags the hash tag of each shard */
export function loadSteps(redis: RedisConnection, tags: readonly string[]) {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      MAX_HELD_MS: lifetimes.maxHeldMs,
      ENDED_MS: lifetimes.endedMs,
      REFERENCE_MS: lifetimes.referenceMs,
      KEEP_MS: keptReferenceMs,
      CLAIM_MS: lifetimes.claimMs,
      RETRY_MS: lifetimes.retryMs,
      MAX_RETRY_MS: lifetimes.maxRetryMs,
      REAP_LIMIT: limits.reap,
      HELD_SEARCH: limits.heldSearch,
      CLAIM_LIMIT: limits.claim,
      PENDING_LIMIT: limits.pending,
      REJECTIONS_LIMIT: limits.rejections,
      AVAILABLE_LIMIT: limits.available,
      BUCKETS: bucketCount,
    },
  });
  const step = <T>(name: string, decode: (reply: unknown) => T) => {
    const run = script(name, decode);
    return (shard: number, ...args: (string | number)[]) => run(keysOfTag(tags[shard]!), args);
  };
  const reply = <T extends TSchema>(name: string, schema: T) =>
    step(name, checked(`reply of ${name}.lua`, schema));
  const json = <T extends TSchema>(name: string, schema: T) => {
    const parse = storedJson(`reply of ${name}.lua`, schema);
    return step(name, (reply) => parse(String(reply)));
  };
  const EndingReply = Type.Union([Ending, Type.Literal('unknown')]);
  return {
    load: json('load', LoadOutcome),
    grant: json('grant', GrantReply),
    revoke: reply('revoke', RevokeReply),
    adjust: json('adjust', AdjustReply),
    stockOfHub: json('stock-of-hub', Type.Array(Type.Object({ sku: Type.String(), stock: Stock }))),
    hubs: reply('hubs', Type.Array(Type.String())),
    reserve: json('reserve', ReserveOutcome),
    ofOrder: json('reservations-of-order', Type.Array(StoredReservation)),
    held: json('held-reservations', Type.Array(StoredReservation)),
    extend: json('extend', ExtendOutcome),
    confirm: reply('confirm', EndingReply),
    retake: json('retake', RetakeOutcome),
    release: reply('release', EndingReply),
    reap: reply('reap', Type.Tuple([Type.Integer(), Type.Integer()])),
    claim: json('outbox/claim', Type.Array(OutboxEntry)),
    acknowledge: reply('outbox/acknowledge', Type.Null()),
    reject: reply('outbox/reject', Type.Null()),
    rejections: json('outbox/rejections', Type.Array(Rejection)),
    backlog: json('outbox/backlog', Backlog),
    snapshots: json('snapshots', Type.Array(Snapshot)),
  };
}

const Backlog = Type.Object({
  entries: Type.Integer(),
  oldestAt: Type.Optional(Type.Integer()),
  rejected: Type.Integer(),
});
