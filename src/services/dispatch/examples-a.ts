import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [
    'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
    'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD',
    'bat_0mjve7t6wiGtlOjmQH2k7onHu8Tl73o',
    'asg_0mjve7x1sxv9K2WNd4LAFpo2P0edAGS',
    'asg_0mjwtnrpsBUdIi7BZ0ucbLH6j5FdO4V',
  ],
  requests: [
    {
      request: 'POST /dispatch/driver/location',
      body: { driver_id: 'dora', lat: 52.499, lng: 13.402, speed_kmh: 18 },
      answer: {
        status: 200,
        body: { status: 'updated' },
      },
    },
    {
      request: 'POST /dispatch/order',
      body: { order_id: 'order-1', pickup_lat: 52.4986, pickup_lng: 13.4034, priority: 5 },
      answer: {
        status: 202,
        body: {
          status: 'queued',
          batch_id: 'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
          estimated_dispatch_ms: 5000,
        },
      },
    },
    {
      request: 'GET /dispatch/driver/dora/assignments',
      afterMs: 5000,
      eventually: true,
      answer: {
        status: 200,
        body: {
          assignments: [
            {
              order_id: 'order-1',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority: 5,
              score: 0.8175250893154506,
              offered_at: 1767268805000,
              expires_at: 1767268835000,
              assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD',
            },
          ],
        },
      },
    },
    {
      request: 'GET /dispatch/events?driver_id=dora',
      answer: {
        status: 200,
        events: [
          {
            assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD',
            order_id: 'order-1',
            pickup_lat: 52.4986,
            pickup_lng: 13.4034,
            priority: 5,
            score: 0.8175250893154506,
            offered_at: 1767268805000,
            expires_at: 1767268835000,
          },
        ],
      },
    },
    {
      request: 'POST /dispatch/driver/accept',
      body: { driver_id: 'dora', assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD' },
      answer: {
        status: 200,
        body: { status: 'accepted', order_id: 'order-1' },
      },
    },
    {
      request: 'GET /dispatch/orders/order-1',
      answer: {
        status: 200,
        body: {
          order_id: 'order-1',
          pickup_lat: 52.4986,
          pickup_lng: 13.4034,
          priority: 5,
          status: 'accepted',
          submitted_at: 1767268800000,
          batch_id: 'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
          attempts: 0,
          attempts_total: 0,
          round: 1,
          reassignment_at: null,
          assignment: {
            driver_id: 'dora',
            status: 'accepted',
            score: 0.8175250893154506,
            offered_at: 1767268805000,
            expires_at: 1767268835000,
            assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD',
          },
          score_table: {
            batch_id: 'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
            at: 1767268805000,
            candidates_total: 1,
            candidates: [
              {
                driver_id: 'dora',
                km: 0.10468867621851514,
                distance: 0.9895311323781485,
                eta: 0.9825518872969141,
                load: 1,
                priority: 0.5,
                wait: 0.0002777777777777778,
                starvation: 0,
                score: 0.8175250893154506,
              },
            ],
          },
        },
      },
    },
    {
      request: 'POST /dispatch/driver/status',
      body: { driver_id: 'dora', status: 'arrived' },
      answer: {
        status: 200,
        body: {
          driver_id: 'dora',
          status: 'arrived',
          lat: 52.499,
          lng: 13.402,
          speed_kmh: 18,
          max_orders: 1,
          heard_at: 1767268800000,
          last_assigned_at: 1767268805000,
          order_id: 'order-1',
        },
      },
    },
    {
      request: 'GET /dispatch/drivers/dora',
      answer: {
        status: 200,
        body: {
          driver_id: 'dora',
          status: 'arrived',
          lat: 52.499,
          lng: 13.402,
          speed_kmh: 18,
          max_orders: 1,
          heard_at: 1767268800000,
          last_assigned_at: 1767268805000,
          order_id: 'order-1',
        },
      },
    },
    {
      request: 'POST /dispatch/driver/location',
      body: { driver_id: 'emil', lat: 52.5, lng: 13.41 },
      answer: {
        status: 200,
        body: { status: 'updated' },
      },
    },
    {
      request: 'POST /dispatch/order',
      body: { order_id: 'order-2', pickup_lat: 52.4986, pickup_lng: 13.4034, priority: 5 },
      answer: {
        status: 202,
        body: {
          status: 'queued',
          batch_id: 'bat_0mjve7t6wiGtlOjmQH2k7onHu8Tl73o',
          estimated_dispatch_ms: 5000,
        },
      },
    },
    {
      request: 'GET /dispatch/driver/emil/assignments',
      afterMs: 5000,
      eventually: true,
      answer: {
        status: 200,
        body: {
          assignments: [
            {
              order_id: 'order-2',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority: 5,
              score: 0.7990064916390136,
              offered_at: 1767268810000,
              expires_at: 1767268840000,
              assignment_id: 'asg_0mjve7x1sxv9K2WNd4LAFpo2P0edAGS',
            },
          ],
        },
      },
    },
    {
      request: 'POST /dispatch/driver/reject',
      body: {
        driver_id: 'emil',
        assignment_id: 'asg_0mjve7x1sxv9K2WNd4LAFpo2P0edAGS',
        reason: 'a flat tyre',
      },
      answer: {
        status: 200,
        body: { status: 'rejected', reassignment_in_ms: 2000, order_status: 'reassigning' },
      },
    },
    {
      request: 'GET /admin/manual-queue',
      afterMs: 86400000,
      eventually: true,
      answer: {
        status: 200,
        body: {
          orders: [
            {
              order_id: 'order-1',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority: 5,
              status: 'manual_assignment',
              submitted_at: 1767268800000,
              batch_id: 'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
              attempts: 0,
              attempts_total: 0,
              round: 1,
              reassignment_at: null,
              assignment: {
                assignment_id: 'asg_0mjve7t6wKqWl7yt-4y6DPBZYZzFKnD',
                driver_id: 'dora',
                status: 'expired',
                score: 0.8175250893154506,
                offered_at: 1767268805000,
                expires_at: 1767268835000,
              },
              score_table: {
                batch_id: 'bat_0mjve7pc0vW9MlU601mvVRMNrhN9rkT',
                at: 1767268805000,
                candidates_total: 1,
                candidates: [
                  {
                    driver_id: 'dora',
                    km: 0.10468867621851514,
                    distance: 0.9895311323781485,
                    eta: 0.9825518872969141,
                    load: 1,
                    priority: 0.5,
                    wait: 0.0002777777777777778,
                    starvation: 0,
                    score: 0.8175250893154506,
                  },
                ],
              },
            },
            {
              order_id: 'order-2',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority: 5,
              status: 'manual_assignment',
              submitted_at: 1767268805000,
              batch_id: 'bat_0mjve7t6wiGtlOjmQH2k7onHu8Tl73o',
              attempts: 1,
              attempts_total: 1,
              round: 1,
              reassignment_at: null,
              assignment: {
                assignment_id: 'asg_0mjve7x1sxv9K2WNd4LAFpo2P0edAGS',
                driver_id: 'emil',
                status: 'rejected',
                score: 0.7990064916390136,
                offered_at: 1767268810000,
                expires_at: 1767268840000,
              },
              score_table: {
                batch_id: 'bat_0mjve7t6wiGtlOjmQH2k7onHu8Tl73o',
                at: 1767268810000,
                candidates_total: 1,
                candidates: [
                  {
                    driver_id: 'emil',
                    km: 0.47311429343207484,
                    distance: 0.9526885706567925,
                    eta: 0.9526885706567925,
                    load: 1,
                    priority: 0.5,
                    wait: 0.0002777777777777778,
                    starvation: 0,
                    score: 0.7990064916390136,
                  },
                ],
              },
            },
          ],
        },
      },
    },
    {
      request: 'POST /dispatch/driver/location',
      body: { driver_id: 'emil', lat: 52.5, lng: 13.41 },
      answer: {
        status: 200,
        body: { status: 'updated' },
      },
    },
    {
      request: 'POST /admin/manual-queue/assign',
      body: { order_id: 'order-2', driver_id: 'emil' },
      answer: {
        status: 200,
        body: {
          status: 'offered',
          assignment_id: 'asg_0mjwtnrpsBUdIi7BZ0ucbLH6j5FdO4V',
          expires_at: 1767355240000,
        },
      },
    },
  ],
};
