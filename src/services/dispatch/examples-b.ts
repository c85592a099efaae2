import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [
    'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
    'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
    'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
  ],
  requests: [
    {
      request: 'POST /admin/hubs',
      body: { hub_id: 'kreuzberg', lat: 52.4986, lng: 13.4034 },
      answer: {
        status: 201,
        body: { data: { hub_id: 'kreuzberg', lat: 52.4986, lng: 13.4034 } },
      },
    },
    {
      request: 'POST /dispatch/driver/location',
      body: { driver_id: 'dora', lat: 52.499, lng: 13.402, speed_kmh: 18 },
      answer: {
        status: 200,
        body: { data: { status: 'updated' } },
      },
    },
    {
      request: 'POST /dispatch/driver/status',
      body: { driver_id: 'dora', status: 'IDLE' },
      answer: {
        status: 200,
        body: {
          data: {
            driver_id: 'dora',
            status: 'IDLE',
            lat: 52.499,
            lng: 13.402,
            speed_kmh: 18,
            max_orders: 1,
            heard_at: 1767268800000,
            last_assigned_at: null,
            order_id: null,
          },
        },
      },
    },
    {
      request: 'POST /dispatch/order',
      body: { order_id: 'order-1', hub_id: 'kreuzberg', priority: 'vip' },
      answer: {
        status: 200,
        body: {
          data: {
            dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
            status: 'pending',
            estimated_match_seconds: 5,
          },
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
          data: {
            assignments: [
              {
                order_id: 'order-1',
                pickup_lat: 52.4986,
                pickup_lng: 13.4034,
                priority: 'vip',
                score: 1.3730207549187656,
                offered_at: 1767268805000,
                expires_at: 1767268835000,
                dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
                hub_id: 'kreuzberg',
              },
            ],
          },
        },
      },
    },
    {
      request: 'GET /dispatch/events?driver_id=dora',
      answer: {
        status: 200,
        events: [
          {
            dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
            hub_id: 'kreuzberg',
            order_id: 'order-1',
            pickup_lat: 52.4986,
            pickup_lng: 13.4034,
            priority: 'vip',
            score: 1.3730207549187656,
            offered_at: 1767268805000,
            expires_at: 1767268835000,
          },
        ],
      },
    },
    {
      request: 'POST /dispatch/driver/accept',
      body: { driver_id: 'dora', dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R' },
      answer: {
        status: 200,
        body: { data: { status: 'accepted', hub_id: 'kreuzberg', order_id: 'order-1' } },
      },
    },
    {
      request: 'GET /dispatch/orders/order-1',
      answer: {
        status: 200,
        body: {
          data: {
            order_id: 'order-1',
            pickup_lat: 52.4986,
            pickup_lng: 13.4034,
            priority: 'vip',
            status: 'accepted',
            submitted_at: 1767268800000,
            batch_id: 'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
            attempts: 0,
            attempts_total: 0,
            round: 1,
            reassignment_at: null,
            assignment: {
              driver_id: 'dora',
              status: 'accepted',
              score: 1.3730207549187656,
              offered_at: 1767268805000,
              expires_at: 1767268835000,
            },
            score_table: {
              batch_id: 'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
              at: 1767268805000,
              candidates_total: 1,
              candidates: [
                {
                  driver_id: 'dora',
                  km: 0.10468867621851514,
                  distance: 0.9895311323781485,
                  eta: 0.9825518872969141,
                  load: 1,
                  priority: 0.6,
                  wait: 0.0002777777777777778,
                  starvation: 0.5,
                  score: 1.3730207549187656,
                },
              ],
            },
            dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
            hub_id: 'kreuzberg',
          },
        },
      },
    },
    {
      request: 'GET /dispatch/drivers/dora',
      answer: {
        status: 200,
        body: {
          data: {
            driver_id: 'dora',
            status: 'TO_HUB',
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
    },
    {
      request: 'POST /dispatch/driver/location',
      body: { driver_id: 'emil', lat: 52.5, lng: 13.41 },
      answer: {
        status: 200,
        body: { data: { status: 'updated' } },
      },
    },
    {
      request: 'POST /dispatch/driver/status',
      body: { driver_id: 'emil', status: 'IDLE' },
      answer: {
        status: 200,
        body: {
          data: {
            driver_id: 'emil',
            status: 'IDLE',
            lat: 52.5,
            lng: 13.41,
            speed_kmh: 30,
            max_orders: 1,
            heard_at: 1767268805000,
            last_assigned_at: null,
            order_id: null,
          },
        },
      },
    },
    {
      request: 'POST /dispatch/order',
      body: { order_id: 'order-2', hub_id: 'kreuzberg', priority: 'vip' },
      answer: {
        status: 200,
        body: {
          data: {
            dispatch_id: 'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
            status: 'pending',
            estimated_match_seconds: 5,
          },
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
          data: {
            assignments: [
              {
                order_id: 'order-2',
                pickup_lat: 52.4986,
                pickup_lng: 13.4034,
                priority: 'vip',
                score: 1.3563442853283962,
                offered_at: 1767268810000,
                expires_at: 1767268840000,
                dispatch_id: 'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
                hub_id: 'kreuzberg',
              },
            ],
          },
        },
      },
    },
    {
      request: 'POST /dispatch/driver/reject',
      body: {
        driver_id: 'emil',
        dispatch_id: 'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
        reason: 'a flat tyre',
      },
      answer: {
        status: 200,
        body: {
          data: { status: 'rejected', reassignment_in_ms: 1000, order_status: 'reassigning' },
        },
      },
    },
  ],
};
