import type { Examples } from '#kit/openapi/examples.ts';

const now = Date.UTC(2026, 0, 1, 12);
const spring = {
  code: 'spring',
  short_url: 'http://localhost:8080/spring',
  url: 'https://shop.example/spring-sale',
  created_at: now,
  expires_at: Date.UTC(2026, 4, 1),
  max_clicks: 1_000,
  clicks: 1,
  disabled: false,
  tags: ['mail'],
  title: 'Spring sale',
};
const { expires_at: _, ...lasting } = spring;

const requestIds = [
  'urn:hawker:request:bGo1jQm5lMyNMGX2uDLcE',
  'urn:hawker:request:vVPmSmY4Fzq1y5GyCb2xR',
];

export const examples: Examples = {
  made: ['bc9LxXl', 'Hf2kQwe', ...requestIds],
  requests: [
    {
      request: 'POST /shorten',
      body: { url: 'https://shop.example/spring-sale?from=mail' },
      answer: {
        status: 201,
        body: { data: { short_url: 'http://localhost:8080/bc9LxXl', code: 'bc9LxXl' } },
      },
    },
    {
      request: 'GET /bc9LxXl',
      answer: {
        status: 302,
        headers: {
          Location: 'https://shop.example/spring-sale?from=mail',
          'Cache-Control': 'private, max-age=30',
        },
      },
    },
    {
      request: 'POST /shorten',
      body: {
        url: spring.url,
        alias: 'spring',
        expires_at: spring.expires_at,
        max_clicks: 1_000,
        tags: ['mail'],
        title: spring.title,
      },
      answer: {
        status: 201,
        body: { data: { short_url: 'http://localhost:8080/spring', code: 'spring' } },
      },
    },
    {
      request: 'POST /shorten',
      body: { url: 'https://shop.example/', alias: 'spring' },
      answer: {
        status: 409,
        body: {
          type: 'urn:hawker:problem:alias-taken',
          title: 'The alias is taken',
          status: 409,
          detail: 'the alias spring is taken',
          code: 'ALIAS_TAKEN',
          instance: requestIds[0],
        },
      },
    },
    {
      request: 'POST /shorten/bulk',
      body: {
        links: [
          { url: 'https://shop.example/tea', tags: ['mail'] },
          { url: 'https://shop.example/rice', alias: 'spring' },
        ],
      },
      answer: {
        status: 200,
        body: {
          results: [
            { ok: true, code: 'Hf2kQwe', short_url: 'http://localhost:8080/Hf2kQwe' },
            { ok: false, error: 'ALIAS_TAKEN' },
          ],
        },
      },
    },
    {
      request: 'GET /spring',
      headers: {
        referer: 'https://news.example/today',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      answer: {
        status: 302,
        headers: { Location: spring.url, 'Cache-Control': 'no-store' },
      },
    },
    {
      request: 'GET /admin/links?tag=mail&limit=1',
      answer: {
        status: 200,
        body: {
          links: [
            {
              code: 'Hf2kQwe',
              short_url: 'http://localhost:8080/Hf2kQwe',
              url: 'https://shop.example/tea',
              created_at: now,
              clicks: 0,
              disabled: false,
              tags: ['mail'],
            },
          ],
          next_cursor: `${now}-4`,
        },
      },
    },
    { request: 'GET /admin/links/spring', answer: { status: 200, body: spring } },
    {
      request: 'GET /admin/links/spring/stats?from=2026-01-01&to=2026-01-31',
      eventually: true,
      answer: {
        status: 200,
        body: {
          total: 1,
          by_day: [{ day: '2026-01-01', clicks: 1 }],
          by_host: [{ host: 'news.example', clicks: 1 }],
          by_country: [],
          bots: 0,
          unknown: 0,
        },
      },
    },
    {
      request: 'PATCH /admin/links/spring',
      body: { expires_at: null, disabled: true },
      answer: { status: 200, body: { ...lasting, disabled: true } },
    },
    {
      request: 'GET /spring',
      answer: {
        status: 410,
        body: {
          type: 'urn:hawker:problem:link-disabled',
          title: 'The link is disabled',
          status: 410,
          detail: 'The link is disabled',
          code: 'LINK_DISABLED',
          instance: requestIds[1],
        },
      },
    },
    {
      request: 'DELETE /admin/links/spring',
      answer: { status: 200, body: { code: 'spring', deleted: true } },
    },
  ],
};
