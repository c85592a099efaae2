import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import {
  OrderRecord,
  parseScoreTable,
  Submitted,
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
  const read = hashReader(redis, 'an order', OrderRecord);
  return {
    submit(order, now) {
      const { orderId, dispatchId, hubId, lat, lng, cell, priority, priorityWeight, endsAt } =
        order;
      const ids = { orderId, dispatchId, hubId };
      const fields = { ...ids, lat, lng, cell, priority, priorityWeight, submittedAt: now, endsAt };
      const given = Object.entries(fields).flatMap(([name, value]) =>
        value === null ? [] : [name, value],
      );
      return submit(now, orderId, order.batchId, ...given);
    },
    async find(orderId) {
      const order = await read(`${tag}:order:${orderId}`);
      if (!order) return undefined;
      const table = await command(redis.get(`${tag}:table:${orderId}`));
      return { ...order, table: table === null ? null : parseScoreTable(table) };
    },
    listManual: async () => checkIds(await command(redis.zrange(`${tag}:manual`, '0', '-1'))),
    async claimBatch(proposedId, now) {
      const { batchId, orders } = await claimBatch(now, proposedId);
      return batchId === null ? undefined : { batchId, orders: orders.map(toClaimedOrder) };
    },
  };
}
