import type { Examples } from '#kit/openapi/examples.ts';
import { answered, dora, dropoff, emil, tell } from './course.ts';

const batches = [
  'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
  'bat_0mjve7t6w8tDCYXwSstuwujld298Bjd',
] as const;
const dispatches = [
  'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
  'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
] as const;
const hub = { hub_id: 'kreuzberg', lat: 52.4986, lng: 13.4034 };
const { hub_id } = hub;
const data = (body: object) => ({ data: body });

const told = tell({
  answer: data,
  priority: 'vip',
  weight: 0.6,
  starvation: 0.5,
  weights: { distance: 0.25, eta: 0.25, load: 0.2, priority: 0.3, wait: 0 },
  batches,
  ofOrder: [
    { dispatch_id: dispatches[0], hub_id },
    { dispatch_id: dispatches[1], hub_id },
  ],
  ofAssignment: [{}, {}],
  offer: [{ dispatch_id: dispatches[0] }, { dispatch_id: dispatches[1] }],
  accepted: { hub_id },
  idle: 'IDLE',
  underWay: { driver: 'TO_HUB', order: 'accepted' },
  reassignmentMs: 1_000,
  scores: [1.3730207549187656, 1.3563442853283962],
  replayed: [1.473718679426889, 1.4516131423940755],
  totals: { before: 2.7293650402471616, after: 2.9253318218209645 },
});

const submits = (order: object, dispatch: string) =>
  answered(
    'POST /dispatch/order',
    data({ dispatch_id: dispatch, status: 'pending', estimated_match_seconds: 5 }),
    { body: order },
  );
const begins = (driver: { readonly driver_id: string }) =>
  answered('POST /dispatch/driver/status', data(driver), {
    body: { driver_id: driver.driver_id, status: 'IDLE' },
  });

export const examples: Examples = {
  made: [dispatches[0], batches[0], dispatches[1], batches[1]],
  requests: [
    { request: 'POST /admin/hubs', body: hub, answer: { status: 201, body: data(hub) } },
    answered('GET /admin/hubs/kreuzberg', data(hub)),
    told.doraReports,
    begins(dora('IDLE', null)),
    submits({ order_id: 'order-1', hub_id, priority: 'vip', ...dropoff }, dispatches[0]),
    ...told.doraAccepts,
    told.doraIsShown,
    told.emilReports,
    begins(emil('IDLE', null)),
    submits({ order_id: 'order-2', hub_id, priority: 'vip' }, dispatches[1]),
    ...told.emilRejects,
    ...told.operatorLooks,
    told.shopCancels,
    answered('DELETE /admin/hubs/kreuzberg', data({ hub_id, deleted: true })),
  ],
};
