import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  requests: [
    {
      request: 'POST /users',
      body: { id: 'ann' },
      answer: {
        status: 201,
        body: { id: 'ann' },
      },
    },
    {
      request: 'POST /users',
      body: { id: 'ben' },
      answer: {
        status: 201,
        body: { id: 'ben' },
      },
    },
    {
      request: 'POST /follow',
      body: { follower_id: 'ann', followee_id: 'ben' },
      answer: {
        status: 200,
        body: { follower_id: 'ann', followee_id: 'ben', followed: true },
      },
    },
    {
      request: 'POST /posts',
      body: { user_id: 'ben', content: 'The first strawberries are in.' },
      answer: {
        status: 201,
        body: {
          id: 'ben_20260101120000',
          user_id: 'ben',
          content: 'The first strawberries are in.',
          created_at: 1767268800000,
        },
      },
    },
    {
      request: 'GET /timeline?user=ann&limit=20',
      answer: {
        status: 200,
        body: {
          timeline: [
            {
              id: 'ben_20260101120000',
              user_id: 'ben',
              content: 'The first strawberries are in.',
              created_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'GET /users/ben/posts',
      answer: {
        status: 200,
        body: {
          posts: [
            {
              id: 'ben_20260101120000',
              user_id: 'ben',
              content: 'The first strawberries are in.',
              created_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /posts/ben_20260101120000',
      answer: {
        status: 200,
        body: { deleted: true },
      },
    },
    {
      request: 'DELETE /follow?follower_id=ann&followee_id=ben',
      answer: {
        status: 200,
        body: { follower_id: 'ann', followee_id: 'ben', followed: false },
      },
    },
  ],
};
