import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [
    'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
    'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
    'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
    'bat_0mjve7t6w8tDCYXwSstuwujld298Bjd',
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
      request: 'GET /admin/hubs/kreuzberg',
      answer: {
        status: 200,
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
      body: {
        order_id: 'order-1',
        hub_id: 'kreuzberg',
        priority: 'vip',
        dropoff_lat: 52.4903,
        dropoff_lng: 13.4241,
        note: 'ring twice',
      },
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
                dropoff_lat: 52.4903,
                dropoff_lng: 13.4241,
                note: 'ring twice',
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
            dropoff_lat: 52.4903,
            dropoff_lng: 13.4241,
            note: 'ring twice',
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
      request: 'GET /dispatch/events?order_id=order-1',
      answer: {
        status: 200,
        events: [
          {
            order_id: 'order-1',
            status: 'accepted',
            dropoff_lat: 52.4903,
            dropoff_lng: 13.4241,
            note: 'ring twice',
            driver_id: 'dora',
            driver: { lat: 52.499, lng: 13.402, speed_kmh: 18 },
            eta_minutes: 1,
          },
        ],
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
            dropoff_lat: 52.4903,
            dropoff_lng: 13.4241,
            note: 'ring twice',
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
    {
      request: 'GET /admin/drivers?status=IDLE&limit=10',
      answer: {
        status: 200,
        body: {
          drivers: [
            {
              driver_id: 'emil',
              status: 'IDLE',
              lat: 52.5,
              lng: 13.41,
              speed_kmh: 30,
              max_orders: 1,
              heard_at: 1767268805000,
              last_assigned_at: 1767268810000,
              order_id: null,
              assignment: null,
            },
          ],
        },
      },
    },
    {
      request: 'GET /admin/orders?limit=1',
      answer: {
        status: 200,
        body: {
          orders: [
            {
              order_id: 'order-1',
              dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
              hub_id: 'kreuzberg',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority: 'vip',
              dropoff_lat: 52.4903,
              dropoff_lng: 13.4241,
              note: 'ring twice',
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
              age_seconds: 10,
            },
          ],
          next_cursor: 'b3JkZXItMQ',
        },
      },
    },
    {
      request: 'GET /admin/board',
      answer: {
        status: 200,
        events: [
          {
            drivers: [
              {
                driver_id: 'dora',
                status: 'TO_HUB',
                lat: 52.499,
                lng: 13.402,
                speed_kmh: 18,
                max_orders: 1,
                heard_at: 1767268800000,
                last_assigned_at: 1767268805000,
                order_id: 'order-1',
                assignment: {
                  driver_id: 'dora',
                  status: 'accepted',
                  score: 1.3730207549187656,
                  offered_at: 1767268805000,
                  expires_at: 1767268835000,
                  order_id: 'order-1',
                },
              },
              {
                driver_id: 'emil',
                status: 'IDLE',
                lat: 52.5,
                lng: 13.41,
                speed_kmh: 30,
                max_orders: 1,
                heard_at: 1767268805000,
                last_assigned_at: 1767268810000,
                order_id: null,
                assignment: null,
              },
            ],
            orders: [
              {
                order_id: 'order-1',
                dispatch_id: 'dsp_0mjve7pc0w3oG5hdb1Ga3elvaTtjF3R',
                hub_id: 'kreuzberg',
                pickup_lat: 52.4986,
                pickup_lng: 13.4034,
                priority: 'vip',
                dropoff_lat: 52.4903,
                dropoff_lng: 13.4241,
                note: 'ring twice',
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
              },
              {
                order_id: 'order-2',
                dispatch_id: 'dsp_0mjve7t6wvlpE3eNeen4dgl_yUxNaBN',
                hub_id: 'kreuzberg',
                pickup_lat: 52.4986,
                pickup_lng: 13.4034,
                priority: 'vip',
                status: 'reassigning',
                submitted_at: 1767268805000,
                batch_id: 'bat_0mjve7t6w8tDCYXwSstuwujld298Bjd',
                attempts: 1,
                attempts_total: 1,
                round: 1,
                reassignment_at: 1767268811000,
                assignment: {
                  driver_id: 'emil',
                  status: 'rejected',
                  score: 1.3563442853283962,
                  offered_at: 1767268810000,
                  expires_at: 1767268840000,
                },
              },
            ],
            gone: { drivers: [], orders: [] },
          },
        ],
      },
    },
    {
      request: 'GET /admin/batches?limit=10',
      answer: {
        status: 200,
        body: {
          batches: [
            {
              batch_id: 'bat_0mjve7t6w8tDCYXwSstuwujld298Bjd',
              at: 1767268810000,
              matching: 'greedy',
              orders: 1,
              drivers: 1,
              matched: 1,
            },
            {
              batch_id: 'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
              at: 1767268805000,
              matching: 'greedy',
              orders: 1,
              drivers: 1,
              matched: 1,
            },
          ],
        },
      },
    },
    {
      request: 'GET /admin/batches/bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
      answer: {
        status: 200,
        body: {
          orders: [
            {
              order_id: 'order-1',
              pickup_lat: 52.4986,
              pickup_lng: 13.4034,
              priority_weight: 0.6,
              submitted_at: 1767268800000,
              rejected_by: [],
              driver_id: 'dora',
              score: 1.3730207549187656,
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
          ],
          batch_id: 'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
          at: 1767268805000,
          matching: 'greedy',
          weights: { distance: 0.25, eta: 0.25, load: 0.2, priority: 0.3, wait: 0 },
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
        },
      },
    },
    {
      request: 'POST /admin/replay',
      body: {
        from: 1767268800000,
        to: 1767272400000,
        weights: { distance: 0.6, eta: 0 },
        matching: 'optimal',
        changes: true,
      },
      answer: {
        status: 200,
        body: {
          batches: [
            {
              batch_id: 'bat_0mjve7t6w8tDCYXwSstuwujld298Bjd',
              differing: 0,
              before: { mean_pickup_km: 0.47311429343207484, total_score: 1.3563442853283962 },
              after: { mean_pickup_km: 0.47311429343207484, total_score: 1.4516131423940755 },
              changes: [],
            },
            {
              batch_id: 'bat_0mjve7pc0toMczuhRvO1CjDEA1dIgwg',
              differing: 0,
              before: { mean_pickup_km: 0.10468867621851514, total_score: 1.3730207549187656 },
              after: { mean_pickup_km: 0.10468867621851514, total_score: 1.473718679426889 },
              changes: [],
            },
          ],
          total: {
            differing: 0,
            before: { mean_pickup_km: 0.288901484825295, total_score: 2.7293650402471616 },
            after: { mean_pickup_km: 0.288901484825295, total_score: 2.9253318218209645 },
          },
        },
      },
    },
    {
      request: 'POST /dispatch/order/cancel',
      body: { order_id: 'order-2', reason: 'out of milk' },
      answer: {
        status: 200,
        body: { data: { order_id: 'order-2', status: 'cancelled' } },
      },
    },
    {
      request: 'DELETE /admin/hubs/kreuzberg',
      answer: {
        status: 200,
        body: { data: { hub_id: 'kreuzberg', deleted: true } },
      },
    },
  ],
};
