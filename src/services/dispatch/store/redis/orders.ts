import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import {
  CancelOutcome,
  ListedOrder,
  OrderRecord,
  parseScoreTable,
  Submitted,
  TrackedOrder,
  toClaimedOrder,
  type OrderStore,
} from '../orders.ts';
import { TextOrNull } from '../record.ts';
import { hashReader } from './records.ts';
import type { Steps } from './scripts.ts';

const checkIds = checked('the manual queue in Redis', Type.Array(Type.String()));

export function redisOrders(redis: RedisConnection, tag: string, steps: Steps): OrderStore {
  const submit = steps('submit', Submitted);
  const claimBatch = steps(
    'claim-batch',
    Type.Object({ batchId: TextOrNull, orders: Type.Array(OrderRecord) }),
  );
  const track = steps('track', Type.Array(TrackedOrder));
  const cancel = steps('cancel', CancelOutcome);
  const page = steps('list-orders', Type.Array(ListedOrder));
  const read = hashReader(redis, 'an order', OrderRecord);
  return {
    submit(order, now) {
      const { batchId, ...fields } = { ...order, submittedAt: now };
      const given = Object.entries(fields).flatMap(([name, value]) =>
        value === null ? [] : [name, value],
      );
      return submit(now, order.orderId, batchId, ...given);
    },
    async find(orderId) {
      const order = await read(`${tag}:order:${orderId}`);
      if (!order) return undefined;
      const table = await command(redis.get(`${tag}:table:${orderId}`));
      return { ...order, table: table === null ? null : parseScoreTable(table) };
    },
    track: async (orderId) => (await track(0, orderId))[0],
    cancel: ({ orderId, reason }, now) => cancel(now, orderId, reason ?? ''),
    page: ({ after, limit, group = '' }) => page(0, after, limit, group),
    async oldestWaiting() {
      const [, at] = await command(redis.zrange(`${tag}:waiting`, '0', '0', 'WITHSCORES'));
      return at === undefined ? null : Number(at);
    },
    listManual: async () => checkIds(await command(redis.zrange(`${tag}:manual`, '0', '-1'))),
    async claimBatch(proposedId, now) {
      const { batchId, orders } = await claimBatch(now, proposedId);
      return batchId === null ? undefined : { batchId, orders: orders.map(toClaimedOrder) };
    },
  };
}
