import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  env: { HMAC_SECRET: 'an example of at least thirty-two bytes' },
  made: [
    'ord_0mjve7pc0lTx7zlUdCqnUtzCQhtn_Js',
    'res_0mjve7pc0lUR3meXq97t0wqiv7JtGwc',
    'ord_0mjve7pc0EbXdQB9_c0_MvMz4KODM71',
    'res_0mjve7pc04Ozi4Ss6yIi4sL8sp-dZ1F',
    'e99e927b028734c0cd22cf3222cd7e71653477a6d764c5977fffc0240f0237c9',
    '72a93ef76171ab8ec5152c83ed8ab2be',
    'cf3bfe6a351533cd22e966ffe53696e456f6a20c3808fcba55146d38a2210acf',
    '88d96c5654ea2f4271e2609275347dd49574786ecced2ccf64ec548fc715a8f9',
    '6a7c52904736dfb614044f0f160f616e7be3fca7ad4196a057d7dda374467e8e',
    'lot_0mjve7pc07U_bqyxN6eRgjaTa3QFg1C',
    '82b45c4e56e02414b58b14ec87cb181fb9560a5dbf25f2a3c907eb69ed2e765c',
    'ord_0mjve7pc0h3Oelq5poG_gwWKHogf1m4',
    'res_0mjve7pc0Y_JnkbKnQmTUzxe44IJHj9',
  ],
  requests: [
    {
      request: 'POST /admin/flash-sale/init-product',
      body: { product_id: 'sneaker', total_stock: 1, flow: 'standard' },
      answer: {
        status: 201,
        body: {
          data: {
            product_id: 'sneaker',
            total_stock: 1,
            flow: 'standard',
            buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            promoted_users: [],
          },
        },
      },
    },
    {
      request: 'GET /flash-sale/token?device_fp=phone-1',
      answer: {
        status: 200,
        body: {
          token: 'ddb52120edbc23e028e03c6344d19567e599879018aa155c53c3ad17c7d6f457',
          expires_at: 1767268830,
          expires_in: 30,
        },
      },
    },
    {
      request: 'POST /flash-sale/checkout',
      body: {
        product_id: 'sneaker',
        user_id: 'ann',
        qty: 1,
        device_fp: 'phone-1',
        attestation: 'ddb52120edbc23e028e03c6344d19567e599879018aa155c53c3ad17c7d6f457',
        expires_at: 1767268830,
        idempotency_key: 'cart-1',
      },
      answer: {
        status: 200,
        body: {
          data: {
            status: 'completed',
            order_id: 'ord_0mjve7pc0lTx7zlUdCqnUtzCQhtn_Js',
            reservation_id: 'res_0mjve7pc0lUR3meXq97t0wqiv7JtGwc',
          },
        },
      },
    },
    {
      request: 'GET /flash-sale/token?device_fp=phone-2',
      answer: {
        status: 200,
        body: {
          token: 'cac64a59dd2da5bc624d311f4e8e94b0e821d547fad1825e7dc86d43c1402140',
          expires_at: 1767268830,
          expires_in: 30,
        },
      },
    },
    {
      request: 'POST /flash-sale/checkout',
      body: {
        product_id: 'sneaker',
        user_id: 'ben',
        qty: 1,
        device_fp: 'phone-2',
        attestation: 'cac64a59dd2da5bc624d311f4e8e94b0e821d547fad1825e7dc86d43c1402140',
        expires_at: 1767268830,
        idempotency_key: 'cart-2',
      },
      answer: {
        status: 202,
        body: { data: { status: 'queued', position: 0 } },
      },
    },
    {
      request: 'GET /flash-sale/queue-status?user_id=ben&product_id=sneaker',
      answer: {
        status: 200,
        body: {
          status: 'queued',
          product_id: 'sneaker',
          user_id: 'ben',
          position: 0,
          estimated_wait_s: 5,
          reachable: true,
        },
      },
    },
    {
      request: 'POST /flash-sale/release',
      body: { reservation_id: 'res_0mjve7pc0lUR3meXq97t0wqiv7JtGwc' },
      answer: {
        status: 200,
        body: {
          status: 'released',
          released: true,
          promoted: {
            user_id: 'ben',
            order_id: 'ord_0mjve7pc0EbXdQB9_c0_MvMz4KODM71',
            reservation_id: 'res_0mjve7pc04Ozi4Ss6yIi4sL8sp-dZ1F',
          },
          promoted_users: [
            {
              user_id: 'ben',
              order_id: 'ord_0mjve7pc0EbXdQB9_c0_MvMz4KODM71',
              reservation_id: 'res_0mjve7pc04Ozi4Ss6yIi4sL8sp-dZ1F',
            },
          ],
          message: 'stock returned, next user promoted',
        },
      },
    },
    {
      request: 'POST /flash-sale/confirm',
      body: { reservation_id: 'res_0mjve7pc04Ozi4Ss6yIi4sL8sp-dZ1F' },
      answer: {
        status: 200,
        body: {
          data: {
            reservation_id: 'res_0mjve7pc04Ozi4Ss6yIi4sL8sp-dZ1F',
            order_id: 'ord_0mjve7pc0EbXdQB9_c0_MvMz4KODM71',
            status: 'confirmed',
          },
        },
      },
    },
    {
      request: 'GET /admin/flash-sale/stock?product_id=sneaker',
      answer: {
        status: 200,
        body: {
          data: {
            product_id: 'sneaker',
            flow: 'standard',
            loaded: 1,
            available: 0,
            held: 0,
            confirmed: 1,
            released: 1,
            expired: 0,
            waiting: 0,
            buckets: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
          },
        },
      },
    },
    {
      request: 'POST /flash-sale/checkout',
      body: {
        product_id: 'sneaker',
        user_id: 'ann',
        qty: 1,
        device_fp: 'phone-1',
        attestation: 'ddb52120edbc23e028e03c6344d19567e599879018aa155c53c3ad17c7d6f457',
        expires_at: 1767268830,
        idempotency_key: 'cart-3',
      },
      answer: {
        status: 202,
        body: { data: { status: 'queued', position: 0 } },
      },
    },
    {
      request: 'GET /flash-sale/events?product_id=sneaker&user_id=ann',
      answer: {
        status: 200,
        events: [{ status: 'waiting', position: 0, estimated_wait_s: 5, reachable: false }],
      },
    },
    {
      request: 'GET /flash-sale/events?product_id=sneaker',
      answer: {
        status: 200,
        events: [{ product_id: 'sneaker', state: 'open', available: 0, waiting: 1 }],
      },
    },
    {
      request: 'POST /flash-sale/leave',
      body: { product_id: 'sneaker', user_id: 'ann' },
      answer: {
        status: 200,
        body: { left: true },
      },
    },
    {
      request: 'GET /admin/flash-sale/sales?limit=1',
      answer: {
        status: 200,
        body: {
          sales: [
            {
              product_id: 'sneaker',
              state: 'open',
              flow: 'standard',
              loaded: 1,
              available: 0,
              held: 0,
              confirmed: 1,
              waiting: 0,
            },
          ],
        },
      },
    },
    {
      request: 'POST /admin/flash-sale/state',
      body: { product_id: 'sneaker', state: 'closed' },
      answer: {
        status: 200,
        body: { data: { product_id: 'sneaker', state: 'closed' } },
      },
    },
    {
      request: 'POST /admin/flash-sale/members',
      body: { user_ids: ['ann'], tier: 'premium' },
      answer: {
        status: 200,
        body: { tier: 'premium', updated: 1 },
      },
    },
    {
      request: 'POST /admin/flash-sale/init-product',
      body: { product_id: 'concert', flow: 'voucher', total_stock: 100, voucher_limit: 100 },
      answer: {
        status: 201,
        body: {
          data: {
            product_id: 'concert',
            total_stock: 100,
            flow: 'voucher',
            buckets: [10, 10, 10, 10, 10, 10, 10, 10, 10, 10],
            promoted_users: [],
          },
        },
      },
    },
    {
      request: 'POST /voucher/claim',
      body: { product_id: 'concert', user_id: 'ann' },
      answer: {
        status: 201,
        body: { status: 'claimed', product_id: 'concert', user_id: 'ann' },
      },
    },
    {
      request: 'POST /admin/flash-sale/init-product',
      body: { product_id: 'console', flow: 'lottery', total_stock: 1 },
      answer: {
        status: 201,
        body: {
          data: {
            product_id: 'console',
            total_stock: 1,
            flow: 'lottery',
            buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            promoted_users: [],
            commitment: 'e99e927b028734c0cd22cf3222cd7e71653477a6d764c5977fffc0240f0237c9',
          },
        },
      },
    },
    {
      request: 'POST /flash-sale/lottery/enter',
      body: { product_id: 'console', user_id: 'ann', device_fp: 'phone-1' },
      answer: {
        status: 201,
        body: {
          status: 'lottery_entered',
          product_id: 'console',
          user_id: 'ann',
          commitment: 'e99e927b028734c0cd22cf3222cd7e71653477a6d764c5977fffc0240f0237c9',
          salt: '72a93ef76171ab8ec5152c83ed8ab2be',
        },
      },
    },
    {
      request: 'POST /admin/flash-sale/lottery/draw',
      body: { product_id: 'console', winners: 1 },
      answer: {
        status: 200,
        body: {
          data: {
            round: 1,
            drawn: true,
            commitment: 'e99e927b028734c0cd22cf3222cd7e71653477a6d764c5977fffc0240f0237c9',
            seed: 'cf3bfe6a351533cd22e966ffe53696e456f6a20c3808fcba55146d38a2210acf',
            entries_digest: '88d96c5654ea2f4271e2609275347dd49574786ecced2ccf64ec548fc715a8f9',
            entries: ['6a7c52904736dfb614044f0f160f616e7be3fca7ad4196a057d7dda374467e8e'],
            winners: ['6a7c52904736dfb614044f0f160f616e7be3fca7ad4196a057d7dda374467e8e'],
          },
        },
      },
    },
    {
      request: 'GET /flash-sale/lottery/result?product_id=console&user_id=ann',
      answer: {
        status: 200,
        body: {
          product_id: 'console',
          user_id: 'ann',
          status: 'won',
          lottery_token: 'lot_0mjve7pc07U_bqyxN6eRgjaTa3QFg1C',
          expires_at: 1767269400000,
        },
      },
    },
    {
      request: 'GET /flash-sale/lottery/draws?product_id=console',
      answer: {
        status: 200,
        body: {
          draws: [
            {
              round: 1,
              drawn: true,
              commitment: 'e99e927b028734c0cd22cf3222cd7e71653477a6d764c5977fffc0240f0237c9',
              seed: 'cf3bfe6a351533cd22e966ffe53696e456f6a20c3808fcba55146d38a2210acf',
              entries_digest: '88d96c5654ea2f4271e2609275347dd49574786ecced2ccf64ec548fc715a8f9',
              entries: ['6a7c52904736dfb614044f0f160f616e7be3fca7ad4196a057d7dda374467e8e'],
              winners: ['6a7c52904736dfb614044f0f160f616e7be3fca7ad4196a057d7dda374467e8e'],
            },
            {
              round: 2,
              drawn: false,
              commitment: '82b45c4e56e02414b58b14ec87cb181fb9560a5dbf25f2a3c907eb69ed2e765c',
            },
          ],
        },
      },
    },
    {
      request: 'POST /flash-sale/lottery/checkout',
      body: { lottery_token: 'lot_0mjve7pc07U_bqyxN6eRgjaTa3QFg1C' },
      answer: {
        status: 200,
        body: {
          data: {
            order_id: 'ord_0mjve7pc0h3Oelq5poG_gwWKHogf1m4',
            reservation_id: 'res_0mjve7pc0Y_JnkbKnQmTUzxe44IJHj9',
            status: 'completed',
          },
        },
      },
    },
  ],
};
