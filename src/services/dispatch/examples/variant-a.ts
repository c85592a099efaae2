import type { Example, Examples } from '#kit/openapi/examples.ts';
import { answered, dora, dropoff, tell } from './course.ts';

const batches = [
  'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
  'bat_0mjve7t6wiGtlOjmQH2k7onHu8Tl73o',
] as const;
const offers = [
  { assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD' },
  { assignment_id: 'asg_0mjve7x1sxv9K2WNd4LAFpo2P0edAGS' },
] as const;
const byHand = 'asg_0mjwtnrpsBUdIi7BZ0ucbLH6j5FdO4V';

const told = tell({
  answer: (body) => body,
  priority: 5,
  weight: 0.5,
  starvation: 0,
  weights: { distance: 0.3, eta: 0.25, load: 0.2, priority: 0.15, wait: 0.1 },
  batches,
  ofOrder: [{}, {}],
  ofAssignment: offers,
  offer: offers,
  accepted: {},
  idle: 'idle',
  underWay: { driver: 'arrived', order: 'arrived' },
  reassignmentMs: 2_000,
  scores: [0.8175250893154506, 0.7990064916390136],
  replayed: [0.8687464572046668, 0.8466409201718532],
  totals: { before: 1.6165315809544643, after: 1.71538737737652 },
});

const submits = (order: object, batch: string): Example => ({
  request: 'POST /dispatch/order',
  body: order,
  answer: {
    status: 202,
    body: { status: 'queued', batch_id: batch, estimated_dispatch_ms: 5000 },
  },
});
const order = { pickup_lat: 52.4986, pickup_lng: 13.4034, priority: 5 };

export const examples: Examples = {
  made: [batches[0], offers[0].assignment_id, batches[1], offers[1].assignment_id, byHand],
  requests: [
    told.doraReports,
    submits({ order_id: 'order-1', ...order, ...dropoff }, batches[0]),
    ...told.doraAccepts,
    answered('POST /dispatch/driver/status', dora('arrived'), {
      body: { driver_id: 'dora', status: 'arrived' },
    }),
    told.doraIsShown,
    told.emilReports,
    submits({ order_id: 'order-2', ...order }, batches[1]),
    ...told.emilRejects,
    ...told.operatorLooks,
    answered(
      'GET /admin/manual-queue',
      {
        orders: [
          { ...told.order(0, 'manual_assignment', 'expired'), score_table: told.scoreTable(0) },
          { ...told.order(1, 'manual_assignment', 'rejected'), score_table: told.scoreTable(1) },
        ],
      },
      { afterMs: 86_400_000, eventually: true },
    ),
    told.emilReports,
    answered(
      'POST /admin/manual-queue/assign',
      { status: 'offered', assignment_id: byHand, expires_at: 1767355240000 },
      { body: { order_id: 'order-2', driver_id: 'emil' } },
    ),
    told.shopCancels,
  ],
};
