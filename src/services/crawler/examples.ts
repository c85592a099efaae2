import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  env: { CRAWL_DELAY_MS: '0' },
  site: {
    address: 'http://shop.example',
    pages: {
      '/': '<title>Shop</title><a href="/tea">Tea</a>',
      '/tea': '<title>Tea</title><p>Hot <b>water</b> first.',
      '/slow': null,
    },
  },
  requests: [
    {
      request: 'POST /crawl',
      body: { url: 'http://shop.example/', max_pages: 2 },
      answer: {
        status: 202,
        body: { job_id: 'crawl_1', status: 'started' },
      },
    },
    {
      request: 'GET /crawl/crawl_1',
      eventually: true,
      answer: {
        status: 200,
        body: {
          job: {
            id: 'crawl_1',
            status: 'completed',
            seed_url: 'http://shop.example/',
            max_pages: 2,
            started_at: 1767268800000,
            ended_at: 1767268800000,
            pages: [
              {
                url: 'http://shop.example/',
                status_code: 200,
                title: 'Shop',
                links: ['http://shop.example/tea'],
                crawled_at: 1767268800000,
              },
              {
                url: 'http://shop.example/tea',
                status_code: 200,
                title: 'Tea',
                links: [],
                crawled_at: 1767268800000,
              },
            ],
          },
        },
      },
    },
    {
      request: 'GET /crawl/crawl_1/urls?limit=100',
      answer: {
        status: 200,
        body: {
          urls: [
            { url: 'http://shop.example/', depth: 0, status: 'done', reason: 'fetched' },
            { url: 'http://shop.example/tea', depth: 1, status: 'done', reason: 'fetched' },
          ],
          counts: { fetched: 2 },
          left_out: 0,
          next_cursor: null,
        },
      },
    },
    {
      request: 'GET /crawl/crawl_1/events',
      headers: { 'last-event-id': '1' },
      answer: {
        status: 200,
        events: [
          {
            url: 'http://shop.example/tea',
            status_code: 200,
            title: 'Tea',
            links: [],
            crawled_at: 1767268800000,
          },
          {
            id: 'crawl_1',
            status: 'completed',
            seed_url: 'http://shop.example/',
            max_pages: 2,
            started_at: 1767268800000,
            ended_at: 1767268800000,
          },
        ],
      },
    },
    {
      request: 'GET /crawl/crawl_1/events',
      headers: { 'last-event-id': 'end' },
      answer: {
        status: 204,
      },
    },
    {
      request: 'POST /crawl',
      body: {
        url: 'http://shop.example/tea',
        max_pages: 1,
        same_host: true,
        exclude: ['**/cart/**'],
        formats: ['markdown'],
        retries: 2,
      },
      answer: {
        status: 202,
        body: { job_id: 'crawl_2', status: 'started' },
      },
    },
    {
      request: 'GET /crawl/crawl_2/pages/1?format=markdown',
      eventually: true,
      answer: {
        status: 200,
        body: '# Tea\n\nHot **water** first.\n',
      },
    },
    {
      request: 'GET /crawl/crawl_2/export',
      answer: {
        status: 200,
        body: '{"url":"http://shop.example/tea","status_code":200,"title":"Tea","links":[],"crawled_at":1767268800000,"formats":["markdown"]}\n',
      },
    },
    {
      request: 'GET /crawl?status=completed',
      eventually: true,
      answer: {
        status: 200,
        body: {
          jobs: [
            {
              id: 'crawl_2',
              status: 'completed',
              seed_url: 'http://shop.example/tea',
              max_pages: 1,
              started_at: 1767268800000,
              ended_at: 1767268800000,
              same_host: true,
              exclude: ['**/cart/**'],
              formats: ['markdown'],
              retries: 2,
            },
            {
              id: 'crawl_1',
              status: 'completed',
              seed_url: 'http://shop.example/',
              max_pages: 2,
              started_at: 1767268800000,
              ended_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /crawl/crawl_2',
      answer: {
        status: 200,
        body: { job_id: 'crawl_2', deleted: true },
      },
    },
    {
      request: 'POST /crawl',
      body: { url: 'http://shop.example/slow' },
      answer: {
        status: 202,
        body: { job_id: 'crawl_3', status: 'started' },
      },
    },
    {
      request: 'POST /crawl/crawl_3/cancel',
      answer: {
        status: 200,
        body: { job_id: 'crawl_3', status: 'cancelled' },
      },
    },
  ],
};
