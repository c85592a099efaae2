import type { Examples } from '#kit/openapi/examples.ts';

/** What a client uploads. */
const uploaded = {
  title: 'How we pick strawberries',
  description: 'A morning in the field',
  tags: ['fruit', 'farm'],
  language: 'en',
  thumbnail_url: 'https://shop.example/strawberries.webp',
};
const video = {
  id: 'vid_1',
  ...uploaded,
  status: 'ready',
  duration_secs: 369,
  view_count: 1,
  uploaded_at: 1767268800000,
};

export const examples: Examples = {
  made: [369],
  requests: [
    {
      request: 'POST /videos',
      headers: { 'idempotency-key': 'strawberries-of-today' },
      body: uploaded,
      answer: {
        status: 201,
        body: {
          video: {
            id: 'vid_1',
            title: uploaded.title,
            status: 'uploading',
            uploaded_at: 1767268800000,
          },
        },
      },
    },
    {
      request: 'GET /videos/vid_1',
      answer: {
        status: 200,
        body: {
          video: { ...video, status: 'uploading', duration_secs: 0 },
        },
      },
    },
    {
      request: 'GET /videos?limit=20',
      afterMs: 60000,
      eventually: true,
      answer: {
        status: 200,
        body: {
          videos: [video],
        },
      },
    },
    {
      request: 'GET /search?q=strawberries',
      answer: {
        status: 200,
        body: {
          videos: [video],
        },
      },
    },
    {
      request: 'GET /videos?tag=farm&status=ready&sort=views',
      answer: {
        status: 200,
        body: {
          videos: [video],
        },
      },
    },
    {
      request: 'PATCH /videos/vid_1',
      body: { title: 'How we pick raspberries', tags: ['fruit'] },
      answer: {
        status: 200,
        body: {
          video: { ...video, title: 'How we pick raspberries', tags: ['fruit'] },
        },
      },
    },
    {
      request: 'DELETE /videos/vid_1',
      answer: { status: 200, body: { deleted: true } },
    },
  ],
};
