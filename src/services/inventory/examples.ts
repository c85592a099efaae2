import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: ['res6_0mjve7pc0VRlzCVDX5N4bMPnBR32JK9', 'res6_0mjve7pc0Vg-hTKVeiaDalq6x4nzefr'],
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
      request: 'POST /admin/reconcile',
      eventually: true,
      answer: {
        status: 200,
        body: { data: { checked: 1, differences: [], unbalanced: [], postponed: 0, rejected: [] } },
      },
    },
  ],
};
