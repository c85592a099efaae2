import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  env: { RATE_LIMIT: '1' },
  made: ['6jJ5mQ0qvTgLrFJwDk2Xa'],
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
          detail: 'at most 1 requests in 1000 ms; try again in 1 s',
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
      request: 'POST /admin/reset',
      body: { ip: '203.0.113.7' },
      answer: {
        status: 200,
        body: { message: 'rate limit reset', ip: '203.0.113.7' },
      },
    },
  ],
};
