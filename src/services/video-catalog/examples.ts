import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [369],
  requests: [
    {
      request: 'POST /videos',
      headers: { 'idempotency-key': 'strawberries-of-today' },
      body: {
        title: 'How we pick strawberries',
        description: 'A morning in the field',
        tags: ['fruit', 'farm'],
      },
      answer: {
        status: 201,
        body: {
          video: {
            id: 'vid_1',
            title: 'How we pick strawberries',
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
          video: {
            id: 'vid_1',
            title: 'How we pick strawberries',
            description: 'A morning in the field',
            tags: ['fruit', 'farm'],
            status: 'uploading',
            duration_secs: 0,
            view_count: 1,
            uploaded_at: 1767268800000,
          },
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
          videos: [
            {
              id: 'vid_1',
              title: 'How we pick strawberries',
              description: 'A morning in the field',
              tags: ['fruit', 'farm'],
              status: 'ready',
              duration_secs: 369,
              view_count: 1,
              uploaded_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'GET /search?q=strawberries',
      answer: {
        status: 200,
        body: {
          videos: [
            {
              id: 'vid_1',
              title: 'How we pick strawberries',
              description: 'A morning in the field',
              tags: ['fruit', 'farm'],
              status: 'ready',
              duration_secs: 369,
              view_count: 1,
              uploaded_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'GET /videos?tag=farm&status=ready&sort=views',
      answer: {
        status: 200,
        body: {
          videos: [
            {
              id: 'vid_1',
              title: 'How we pick strawberries',
              description: 'A morning in the field',
              tags: ['fruit', 'farm'],
              status: 'ready',
              duration_secs: 369,
              view_count: 1,
              uploaded_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'PATCH /videos/vid_1',
      body: { title: 'How we pick raspberries', tags: ['fruit'] },
      answer: {
        status: 200,
        body: {
          video: {
            id: 'vid_1',
            title: 'How we pick raspberries',
            description: 'A morning in the field',
            tags: ['fruit'],
            status: 'ready',
            duration_secs: 369,
            view_count: 1,
            uploaded_at: 1767268800000,
          },
        },
      },
    },
    {
      request: 'DELETE /videos/vid_1',
      answer: { status: 200, body: { deleted: true } },
    },
  ],
};
