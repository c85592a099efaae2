import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  requests: [
    {
      request: 'POST /admin/rules',
      body: {
        promo_id: 'fruit10',
        name: 'Fruit week',
        priority: 1,
        stackable: true,
        discount: { type: 'percentage', value: 10 },
        condition_tree: {
          type: 'AND',
          children: [
            { type: 'MinTransaction', value: 20 },
            { type: 'Category', value: ['fruit'] },
          ],
        },
        usage_limits: { per_user: 2, global: 1000, ttl_seconds: 86400 },
      },
      answer: {
        status: 201,
        body: { status: 'created', promo_id: 'fruit10' },
      },
    },
    {
      request: 'GET /admin/rules',
      answer: {
        status: 200,
        body: {
          rules: [
            {
              promo_id: 'fruit10',
              name: 'Fruit week',
              priority: 1,
              stackable: true,
              discount: { type: 'percentage', value: 10 },
              condition_tree: {
                type: 'AND',
                children: [
                  { type: 'MinTransaction', operator: 'gte', value: 20 },
                  { type: 'Category', operator: 'in', value: ['fruit'] },
                ],
              },
              usage_limits: { per_user: 2, global: 1000, ttl_seconds: 86400 },
            },
          ],
        },
      },
    },
    {
      request: 'GET /admin/rules/fruit10',
      answer: {
        status: 200,
        body: {
          name: 'Fruit week',
          priority: 1,
          stackable: true,
          discount: { type: 'percentage', value: 10 },
          condition_tree: {
            type: 'AND',
            children: [
              { type: 'MinTransaction', operator: 'gte', value: 20 },
              { type: 'Category', operator: 'in', value: ['fruit'] },
            ],
          },
          usage_limits: { per_user: 2, global: 1000, ttl_seconds: 86400 },
          promo_id: 'fruit10',
        },
      },
    },
    {
      request: 'POST /validate',
      body: {
        promo_id: 'fruit10',
        cart: {
          total: 20.05,
          hub_id: 'kreuzberg',
          items: [{ sku: 'apple', category: 'Fruit', price: 4.01, qty: 5 }],
        },
        customer: { id: 'ann', device_fingerprint: 'phone-1', order_count: 1 },
      },
      answer: {
        status: 200,
        body: {
          valid: true,
          conditions_met: ['MinTransaction', 'Category'],
          discount_summary: { type: 'percentage', value: 10 },
          explanation: {
            type: 'AND',
            outcome: true,
            children: [
              {
                type: 'MinTransaction',
                outcome: true,
                operator: 'gte',
                expected: 20,
                actual: 20.05,
              },
              {
                type: 'Category',
                outcome: true,
                operator: 'in',
                expected: ['fruit'],
                actual: ['Fruit'],
              },
            ],
          },
        },
      },
    },
    {
      request: 'POST /apply',
      body: {
        order_id: 'order-1',
        cart: {
          total: 20.05,
          hub_id: 'kreuzberg',
          items: [{ sku: 'apple', category: 'Fruit', price: 4.01, qty: 5 }],
        },
        customer: { id: 'ann', device_fingerprint: 'phone-1', order_count: 1 },
      },
      answer: {
        status: 200,
        body: {
          applied: [{ promo_id: 'fruit10', discount: 2.01, priority: 1, stackable: true }],
          total_before: 20.05,
          total_discount: 2.01,
          total_after: 18.04,
          refused: [],
        },
      },
    },
    {
      request: 'PUT /admin/rules/fruit10',
      body: {
        name: 'Fruit week',
        priority: 1,
        stackable: true,
        discount: { type: 'fixed', value: 2 },
        condition_tree: {
          type: 'AND',
          children: [
            { type: 'MinTransaction', value: 20 },
            { type: 'Category', value: ['fruit'] },
          ],
        },
        usage_limits: { per_user: 2, global: 1000, ttl_seconds: 86400 },
      },
      answer: {
        status: 200,
        body: { status: 'updated', promo_id: 'fruit10' },
      },
    },
    {
      request: 'DELETE /admin/rules/fruit10',
      answer: {
        status: 200,
        body: { status: 'deleted', promo_id: 'fruit10' },
      },
    },
    {
      request: 'POST /admin/fraud/similarity',
      body: {
        lists: [
          { id: 'ann', items: ['apple', 'tea', 'rice'] },
          { id: 'ben', items: ['apple', 'tea', 'rice'] },
          { id: 'cem', items: ['milk'] },
        ],
        threshold: 0.9,
      },
      answer: {
        status: 200,
        body: { pairs: [{ a: 'ann', b: 'ben', similarity: 1 }], threshold: 0.9, total: 1 },
      },
    },
  ],
};
