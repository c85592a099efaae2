/**
 * The examples of both variants tell the same course of events: dora delivers order-1, emil rejects order-2,
 * and the operator looks at it. Each variant adds its own requests between these.
 */
import type { Example } from '#kit/openapi/examples.ts';

/** The texts in which the variants differ. The first of two values belongs to order-1, the second to order-2. */
export interface Telling {
  /** The form of an answer to drivers and shops. */
  readonly answer: (body: object) => object;
  readonly priority: number | string;
  readonly weight: number;
  readonly starvation: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly batches: readonly [string, string];
  /** Members of an order, and of its assignment. */
  readonly ofOrder: readonly [object, object];
  readonly ofAssignment: readonly [object, object];
  /** The members with which a driver accepts or rejects, and those that an acceptance returns beside the order. */
  readonly offer: readonly [object, object];
  readonly accepted: object;
  readonly idle: string;
  /** The states of dora and of order-1 once she is under way. */
  readonly underWay: { readonly driver: string; readonly order: string };
  readonly reassignmentMs: number;
  readonly scores: readonly [number, number];
  readonly replayed: readonly [number, number];
  readonly totals: { readonly before: number; readonly after: number };
}

const noon = Date.UTC(2026, 0, 1, 12);
const submittedAt = [noon, noon + 5_000];
const offeredAt = [noon + 5_000, noon + 10_000];
const pickup = { pickup_lat: 52.4986, pickup_lng: 13.4034 };

/** The drop-off of order-1; order-2 has none. */
export const dropoff = { dropoff_lat: 52.4903, dropoff_lng: 13.4241, note: 'ring twice' };

const dropoffs = [dropoff, {}];
const drivers = ['dora', 'emil'];
const places = [
  { km: 0.10468867621851514, distance: 0.9895311323781485, eta: 0.9825518872969141 },
  { km: 0.47311429343207484, distance: 0.9526885706567925, eta: 0.9526885706567925 },
];
const meanKm = 0.288901484825295;

export const dora = (status: string, lastAssignedAt: number | null = offeredAt[0]!) => ({
  driver_id: 'dora',
  status,
  lat: 52.499,
  lng: 13.402,
  speed_kmh: 18,
  max_orders: 1,
  heard_at: noon,
  last_assigned_at: lastAssignedAt,
  order_id: lastAssignedAt === null ? null : 'order-1',
});

export const emil = (status: string, lastAssignedAt: number | null) => ({
  driver_id: 'emil',
  status,
  lat: 52.5,
  lng: 13.41,
  speed_kmh: 30,
  max_orders: 1,
  heard_at: noon + 5_000,
  last_assigned_at: lastAssignedAt,
  order_id: null,
});

/** Returns an example that is answered with 200. */
export const answered = (request: string, body: unknown, rest: Partial<Example> = {}): Example => ({
  request,
  ...rest,
  answer: { status: 200, body },
});

const streamed = (request: string, event: object): Example => ({
  request,
  answer: { status: 200, events: [event] },
});

/** Returns the requests that both variants have, in the order in which they are sent. */
export function tell(telling: Telling) {
  const { answer, priority, scores, batches, ofOrder, ofAssignment, underWay, idle } = telling;

  const offered = (i: 0 | 1) => ({
    score: scores[i],
    offered_at: offeredAt[i],
    expires_at: offeredAt[i]! + 30_000,
  });
  const assignment = (i: 0 | 1, status: string) => ({
    driver_id: drivers[i],
    status,
    ...offered(i),
  });
  const candidates = (i: 0 | 1) => ({
    candidates_total: 1,
    candidates: [
      {
        driver_id: drivers[i],
        ...places[i],
        load: 1,
        priority: telling.weight,
        wait: 0.0002777777777777778,
        starvation: telling.starvation,
        score: scores[i],
      },
    ],
  });
  const scoreTable = (i: 0 | 1) => ({
    batch_id: batches[i],
    at: offeredAt[i],
    ...candidates(i),
  });
  const matched = (i: 0 | 1, attempts: number, reassignmentAt: number | null) => ({
    submitted_at: submittedAt[i],
    batch_id: batches[i],
    attempts,
    attempts_total: attempts,
    round: 1,
    reassignment_at: reassignmentAt,
  });
  /** An order as operators see it. */
  const order = (
    i: 0 | 1,
    status: string,
    offerStatus: string,
    reassignmentAt: number | null = null,
  ) => ({
    order_id: `order-${i + 1}`,
    ...ofOrder[i],
    ...pickup,
    priority,
    ...dropoffs[i],
    status,
    ...matched(i, i, reassignmentAt),
    assignment: { ...ofAssignment[i], ...assignment(i, offerStatus) },
  });
  const assignments = (i: 0 | 1) =>
    answered(
      `GET /dispatch/driver/${drivers[i]}/assignments`,
      answer({
        assignments: [
          {
            order_id: `order-${i + 1}`,
            ...pickup,
            priority,
            ...offered(i),
            ...ofAssignment[i],
            ...ofOrder[i],
            ...dropoffs[i],
          },
        ],
      }),
      { afterMs: 5_000, eventually: true },
    );
  const batchOf = (i: 0 | 1) => ({
    batch_id: batches[i],
    at: offeredAt[i],
    matching: 'greedy',
    orders: 1,
    drivers: 1,
    matched: 1,
  });
  const replay = (i: 0 | 1) => ({
    batch_id: batches[i],
    differing: 0,
    before: { mean_pickup_km: places[i]!.km, total_score: scores[i] },
    after: { mean_pickup_km: places[i]!.km, total_score: telling.replayed[i] },
    changes: [],
  });
  const idleEmil = { ...emil(idle, offeredAt[1]!), assignment: null };

  return {
    order,
    scoreTable,
    doraReports: answered('POST /dispatch/driver/location', answer({ status: 'updated' }), {
      body: { driver_id: 'dora', lat: 52.499, lng: 13.402, speed_kmh: 18 },
    }),
    emilReports: answered('POST /dispatch/driver/location', answer({ status: 'updated' }), {
      body: { driver_id: 'emil', lat: 52.5, lng: 13.41 },
    }),
    doraAccepts: [
      assignments(0),
      streamed('GET /dispatch/events?driver_id=dora', {
        ...ofAssignment[0],
        ...ofOrder[0],
        order_id: 'order-1',
        ...pickup,
        priority,
        ...dropoff,
        ...offered(0),
      }),
      answered(
        'POST /dispatch/driver/accept',
        answer({ status: 'accepted', ...telling.accepted, order_id: 'order-1' }),
        { body: { driver_id: 'dora', ...telling.offer[0] } },
      ),
      streamed('GET /dispatch/events?order_id=order-1', {
        order_id: 'order-1',
        status: 'accepted',
        ...dropoff,
        driver_id: 'dora',
        driver: { lat: 52.499, lng: 13.402, speed_kmh: 18 },
        eta_minutes: 1,
      }),
      answered(
        'GET /dispatch/orders/order-1',
        answer({
          order_id: 'order-1',
          ...pickup,
          priority,
          status: 'accepted',
          ...matched(0, 0, null),
          assignment: { ...assignment(0, 'accepted'), ...ofAssignment[0] },
          score_table: scoreTable(0),
          ...ofOrder[0],
          ...dropoff,
        }),
      ),
    ],
    doraIsShown: answered('GET /dispatch/drivers/dora', answer(dora(underWay.driver))),
    emilRejects: [
      assignments(1),
      answered(
        'POST /dispatch/driver/reject',
        answer({
          status: 'rejected',
          reassignment_in_ms: telling.reassignmentMs,
          order_status: 'reassigning',
        }),
        { body: { driver_id: 'emil', ...telling.offer[1], reason: 'a flat tyre' } },
      ),
    ],
    operatorLooks: [
      answered(`GET /admin/drivers?status=${idle}&limit=10`, { drivers: [idleEmil] }),
      answered('GET /admin/orders?limit=1', {
        orders: [{ ...order(0, underWay.order, 'accepted'), age_seconds: 10 }],
        next_cursor: 'b3JkZXItMQ',
      }),
      streamed('GET /admin/board', {
        drivers: [
          {
            ...dora(underWay.driver),
            assignment: {
              ...ofAssignment[0],
              ...assignment(0, 'accepted'),
              order_id: 'order-1',
            },
          },
          idleEmil,
        ],
        orders: [
          order(0, underWay.order, 'accepted'),
          order(1, 'reassigning', 'rejected', offeredAt[1]! + telling.reassignmentMs),
        ],
        gone: { drivers: [], orders: [] },
      }),
      answered('GET /admin/batches?limit=10', { batches: [batchOf(1), batchOf(0)] }),
      answered(`GET /admin/batches/${batches[0]}`, {
        orders: [
          {
            order_id: 'order-1',
            ...pickup,
            priority_weight: telling.weight,
            submitted_at: noon,
            rejected_by: [],
            attempts_total: 0,
            driver_id: 'dora',
            score: scores[0],
            ...candidates(0),
          },
        ],
        batch_id: batches[0],
        at: offeredAt[0],
        matching: 'greedy',
        weights: telling.weights,
        drivers: [
          {
            driver_id: 'dora',
            lat: 52.499,
            lng: 13.402,
            speed_kmh: 18,
            max_orders: 1,
            last_assigned_at: null,
          },
        ],
      }),
      answered(
        'POST /admin/replay',
        {
          batches: [replay(1), replay(0)],
          total: {
            differing: 0,
            before: { mean_pickup_km: meanKm, total_score: telling.totals.before },
            after: { mean_pickup_km: meanKm, total_score: telling.totals.after },
          },
        },
        {
          body: {
            from: noon,
            to: noon + 3_600_000,
            weights: { distance: 0.6, eta: 0 },
            matching: 'optimal',
            changes: true,
          },
        },
      ),
    ],
    shopCancels: answered(
      'POST /dispatch/order/cancel',
      answer({ order_id: 'order-2', status: 'cancelled' }),
      { body: { order_id: 'order-2', reason: 'out of milk' } },
    ),
  };
}
