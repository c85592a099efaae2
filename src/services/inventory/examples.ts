import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [
    'res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9',
    'res6_0mjve7pc0Vg-hTKVeiaDalq6x4nzefr',
    'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
  ],
  requests: [
    {
      request: 'POST /admin/stock',
      body: { hub_id: 'kreuzberg', sku: 'apple', quantity: 100 },
      answer: {
        status: 201,
        body: {
          data: {
            hub_id: 'kreuzberg',
            sku: 'apple',
            available: 100,
            partitioned: false,
            buckets: 1,
            held: 0,
            confirmed: 0,
            loaded: 100,
          },
        },
      },
    },
    {
      request: 'POST /reserve',
      body: { hub_id: 'kreuzberg', sku: 'apple', qty: 3, order_id: 'order-1', user_id: 'ann' },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9',
            status: 'reserved',
            qty: 3,
            ttl_seconds: 30,
            expires_at: 1767268830000,
          },
        },
      },
    },
    {
      request: 'POST /confirm',
      body: { reservation_id: 'res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9' },
      answer: {
        status: 200,
        body: {
          data: { reservation_id: 'res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9', status: 'confirmed' },
        },
      },
    },
    {
      request: 'POST /reserve',
      body: {
        hub_id: 'kreuzberg',
        items: [{ sku: 'apple', qty: 2 }],
        order_id: 'order-2',
        user_id: 'ben',
      },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0Vg-hTKVeiaDalq6x4nzefr',
            status: 'reserved',
            qty: 2,
            ttl_seconds: 30,
            expires_at: 1767268830000,
            items: [{ sku: 'apple', qty: 2 }],
          },
        },
      },
    },
    {
      request: 'POST /release',
      body: { reservation_id: 'res6_0mjve7pc0Vg-hTKVeiaDalq6x4nzefr' },
      answer: {
        status: 200,
        body: {
          data: { reservation_id: 'res6_0mjve7pc0Vg-hTKVeiaDalq6x4nzefr', status: 'released' },
        },
      },
    },
    {
      request: 'GET /stock/kreuzberg/apple',
      answer: {
        status: 200,
        body: {
          data: {
            hub_id: 'kreuzberg',
            sku: 'apple',
            available: 97,
            partitioned: false,
            buckets: 1,
            held: 0,
            confirmed: 3,
            loaded: 100,
          },
        },
      },
    },
    {
      request: 'POST /admin/stock/adjust',
      body: {
        hub_id: 'kreuzberg',
        sku: 'apple',
        delta: 50,
        reason: 'delivery',
        reference: 'delivery-1',
      },
      answer: {
        status: 200,
        body: {
          data: {
            hub_id: 'kreuzberg',
            sku: 'apple',
            available: 147,
            partitioned: false,
            buckets: 1,
            held: 0,
            confirmed: 3,
            loaded: 150,
          },
        },
      },
    },
    {
      request: 'POST /admin/stock/bulk',
      body: {
        items: [
          { hub_id: 'kreuzberg', sku: 'milk', quantity: 5, partitioned: true },
          { hub_id: 'kreuzberg', sku: 'pear', quantity: 20 },
        ],
      },
      answer: {
        status: 200,
        body: {
          data: {
            results: [
              { hub_id: 'kreuzberg', sku: 'milk', ok: true },
              { hub_id: 'kreuzberg', sku: 'pear', ok: true },
            ],
          },
        },
      },
    },
    {
      request: 'GET /stock/kreuzberg?limit=1',
      answer: {
        status: 200,
        body: {
          data: {
            stock: [
              {
                hub_id: 'kreuzberg',
                sku: 'apple',
                available: 147,
                partitioned: false,
                buckets: 1,
                held: 0,
                confirmed: 3,
                loaded: 150,
              },
            ],
            next_cursor: 'ImFwcGxlIg',
          },
        },
      },
    },
    {
      request: 'POST /reserve',
      body: {
        hub_id: 'kreuzberg',
        sku: 'pear',
        qty: 2,
        order_id: 'order-3',
        user_id: 'cem',
        ttl_seconds: 300,
      },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
            status: 'reserved',
            qty: 2,
            ttl_seconds: 300,
            expires_at: 1767269100000,
          },
        },
      },
    },
    {
      request: 'POST /extend',
      body: { reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs', ttl_seconds: 600 },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
            status: 'reserved',
            expires_at: 1767269400000,
          },
        },
      },
    },
    {
      request: 'GET /reservations/res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
            order_id: 'order-3',
            hub_id: 'kreuzberg',
            status: 'reserved',
            items: [{ sku: 'pear', qty: 2 }],
            expires_at: 1767269400000,
          },
        },
      },
    },
    {
      request: 'GET /admin/reservations',
      answer: {
        status: 200,
        body: {
          data: {
            reservations: [
              {
                reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
                order_id: 'order-3',
                hub_id: 'kreuzberg',
                status: 'reserved',
                items: [{ sku: 'pear', qty: 2 }],
                expires_at: 1767269400000,
              },
            ],
          },
        },
      },
    },
    {
      request: 'GET /admin/hubs',
      answer: { status: 200, body: { data: { hubs: ['kreuzberg'] } } },
    },
    {
      request: 'GET /orders/order-3/reservation',
      afterMs: 600_001,
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
            order_id: 'order-3',
            hub_id: 'kreuzberg',
            status: 'expired',
            items: [{ sku: 'pear', qty: 2 }],
            expires_at: 1767269400000,
          },
        },
      },
    },
    {
      request: 'POST /confirm',
      body: { reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs', late: 'retake' },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res6_0mjve7pc0bW2uYk8QmXo4tZr1LhNdPs',
            status: 'confirmed',
            retaken: true,
          },
        },
      },
    },
    {
      request: 'GET /admin/movements?hub_id=kreuzberg&sku=apple',
      eventually: true,
      answer: {
        status: 200,
        body: {
          data: {
            movements: [
              {
                kind: 'adjust',
                hub_id: 'kreuzberg',
                sku: 'apple',
                qty: 50,
                delta: 50,
                seq: 3,
                at: 1767268800000,
                reason: 'delivery',
                reference: 'delivery-1',
              },
              {
                kind: 'confirm',
                hub_id: 'kreuzberg',
                sku: 'apple',
                qty: 3,
                delta: -3,
                seq: 2,
                at: 1767268800000,
                reservation_id: 'res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9',
                order_id: 'order-1',
                user_id: 'ann',
              },
              {
                kind: 'load',
                hub_id: 'kreuzberg',
                sku: 'apple',
                qty: 100,
                delta: 100,
                seq: 1,
                at: 1767268800000,
              },
            ],
          },
        },
      },
    },
    {
      request: 'POST /admin/reconcile',
      eventually: true,
      answer: {
        status: 200,
        body: { data: { checked: 3, differences: [], unbalanced: [], postponed: 0, rejected: [] } },
      },
    },
  ],
};
