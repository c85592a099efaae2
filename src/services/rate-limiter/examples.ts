import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  env: { RATE_LIMIT: '1' },
  made: ['6jJ5mQ0qvTgLrFJwDk2Xa', 'Vn3xPq7LrTgJwDk2XaZ5m'],
  requests: [
    {
      request: 'GET /limited',
      answer: {
        status: 200,
        headers: { RateLimit: '"default";r=0;t=1', 'RateLimit-Policy': '"default";q=1;w=1' },
        body: { message: 'within rate limit' },
      },
    },
    {
      request: 'GET /limited',
      answer: {
        status: 429,
        headers: {
          RateLimit: '"default";r=0;t=1',
          'RateLimit-Policy': '"default";q=1;w=1',
          'Retry-After': '1',
        },
        body: {
          type: 'urn:hawker:problem:rate-limited',
          title: 'Too many requests',
          status: 429,
          detail: 'at most 1 request in 1000 ms; try again in 1 s',
          code: 'RATE_LIMITED',
          instance: 'urn:hawker:request:6jJ5mQ0qvTgLrFJwDk2Xa',
          limit: 1,
          window_ms: 1000,
          retry_after_ms: 1000,
        },
      },
    },
    {
      request: 'GET /unlimited',
      answer: {
        status: 200,
        body: { message: 'no rate limit' },
      },
    },
    {
      request: 'POST /check',
      body: { limit: 100, window_ms: 60_000, key: 'customer-7', cost: 3 },
      answer: {
        status: 200,
        body: {
          allowed: true,
          limit: 100,
          remaining: 97,
          retry_after_ms: 0,
          reset_after_ms: 60_000,
        },
      },
    },
    {
      request: 'PUT /admin/policies/login',
      body: {
        algorithm: 'sliding-window',
        limits: [
          { limit: 3, window_ms: 60_000 },
          { limit: 20, window_ms: 86_400_000 },
        ],
        on_outage: 'refuse',
      },
      answer: {
        status: 200,
        body: {
          name: 'login',
          algorithm: 'sliding-window',
          limits: [
            { limit: 3, window_ms: 60_000 },
            { limit: 20, window_ms: 86_400_000 },
          ],
          shadow: false,
          on_outage: 'refuse',
          overrides: 0,
        },
      },
    },
    {
      request: 'PUT /admin/policies/login/overrides/office',
      body: { limits: [{ limit: 100, window_ms: 60_000 }] },
      answer: {
        status: 200,
        body: {
          policy: 'login',
          key: 'office',
          limits: [{ limit: 100, window_ms: 60_000 }],
        },
      },
    },
    {
      request: 'POST /check',
      body: { policy: 'login', key: '203.0.113.7', cost: 3 },
      answer: {
        status: 200,
        body: {
          allowed: true,
          limit: 3,
          remaining: 0,
          retry_after_ms: 0,
          reset_after_ms: 60_000,
          policy: 'login',
        },
      },
    },
    {
      request: 'POST /check?status=429',
      body: { policy: 'login', key: '203.0.113.7' },
      answer: {
        status: 429,
        headers: {
          RateLimit: '"default-1";r=0;t=60',
          'RateLimit-Policy': '"default-1";q=3;w=60, "default-2";q=20;w=86400',
          'Retry-After': '60',
        },
        body: {
          type: 'urn:hawker:problem:rate-limited',
          title: 'Too many requests',
          status: 429,
          detail: 'at most 3 requests in 60000 ms; try again in 60 s',
          code: 'RATE_LIMITED',
          instance: 'urn:hawker:request:Vn3xPq7LrTgJwDk2XaZ5m',
          window_ms: 60_000,
          allowed: false,
          limit: 3,
          remaining: 0,
          retry_after_ms: 60_000,
          reset_after_ms: 60_000,
          policy: 'login',
        },
      },
    },
    {
      request: 'POST /refund',
      body: { policy: 'login', key: '203.0.113.7', cost: 2 },
      answer: {
        status: 200,
        body: {
          allowed: true,
          limit: 3,
          remaining: 2,
          retry_after_ms: 0,
          reset_after_ms: 60_000,
          policy: 'login',
        },
      },
    },
    {
      request: 'POST /check/batch',
      body: {
        checks: [
          { policy: 'login', key: 'office', peek: true },
          { policy: 'logout', key: 'office' },
        ],
      },
      answer: {
        status: 200,
        body: {
          results: [
            {
              allowed: true,
              limit: 100,
              remaining: 100,
              retry_after_ms: 0,
              reset_after_ms: 0,
              policy: 'login',
            },
            {
              code: 'UNKNOWN_POLICY',
              status: 404,
              title: 'No such policy',
              detail: 'there is no policy logout',
            },
          ],
        },
      },
    },
    {
      request: 'GET /admin/policies/login',
      answer: {
        status: 200,
        body: {
          name: 'login',
          algorithm: 'sliding-window',
          limits: [
            { limit: 3, window_ms: 60_000 },
            { limit: 20, window_ms: 86_400_000 },
          ],
          shadow: false,
          on_outage: 'refuse',
          overrides: 1,
        },
      },
    },
    {
      request: 'DELETE /admin/policies/login/overrides/office',
      answer: { status: 200, body: { policy: 'login', key: 'office', deleted: true } },
    },
    {
      request: 'DELETE /admin/policies/login',
      answer: { status: 200, body: { name: 'login', deleted: true } },
    },
    {
      request: 'POST /admin/reset',
      body: { ip: '203.0.113.7' },
      answer: {
        status: 200,
        body: { message: 'rate limit reset', ip: '203.0.113.7' },
      },
    },
  ],
};
