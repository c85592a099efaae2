import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: [4],
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
      request: 'GET /users/ann',
      answer: { status: 200, body: { id: 'ann', followers: 0, following: 1 } },
    },
    {
      request: 'GET /users/ben/followers?limit=100',
      answer: { status: 200, body: { followers: [{ id: 'ann' }] } },
    },
    {
      request: 'GET /users/ann/following?limit=100',
      answer: { status: 200, body: { following: [{ id: 'ben' }] } },
    },
    {
      request: 'GET /timeline/stream?user=ann',
      headers: { 'last-event-id': '0' },
      answer: {
        status: 200,
        events: [
          {
            id: 'ben_20260101120000',
            user_id: 'ben',
            content: 'The first strawberries are in.',
            created_at: 1767268800000,
          },
        ],
      },
    },
    {
      request: 'GET /timeline/why?user=ann&post=ben_20260101120000',
      answer: {
        status: 200,
        body: { shown: true, because: 'followed_since', at: 1767268800000 },
      },
    },
    {
      request: 'GET /posts/ben_20260101120000/receipt',
      answer: {
        status: 200,
        body: { delivered_to: 2, pushed: 0, merged: 2, followers_then: 1, took_ms: 4 },
      },
    },
    {
      request: 'PUT /posts/ben_20260101120000/reactions/like?user=ann',
      answer: {
        status: 200,
        body: { post_id: 'ben_20260101120000', user_id: 'ann', kind: 'like', reacted: true },
      },
    },
    {
      request: 'POST /posts/ben_20260101120000/comments',
      body: { user_id: 'ann', content: 'Keep me a basket!' },
      answer: {
        status: 201,
        body: {
          id: 'comment_1',
          post_id: 'ben_20260101120000',
          user_id: 'ann',
          content: 'Keep me a basket!',
          created_at: 1767268800000,
        },
      },
    },
    {
      request: 'GET /posts/ben_20260101120000/comments?limit=100',
      answer: {
        status: 200,
        body: {
          comments: [
            {
              id: 'comment_1',
              post_id: 'ben_20260101120000',
              user_id: 'ann',
              content: 'Keep me a basket!',
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
              reactions: { like: 1 },
              comments: 1,
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /posts/ben_20260101120000/reactions/like?user=ann',
      answer: {
        status: 200,
        body: { post_id: 'ben_20260101120000', user_id: 'ann', kind: 'like', reacted: false },
      },
    },
    {
      request: 'DELETE /comments/comment_1',
      answer: { status: 200, body: { deleted: true } },
    },
    {
      request: 'PUT /mutes?user=ann&muted=ben',
      answer: { status: 200, body: { user_id: 'ann', muted_id: 'ben', muted: true } },
    },
    {
      request: 'DELETE /mutes?user=ann&muted=ben',
      answer: { status: 200, body: { user_id: 'ann', muted_id: 'ben', muted: false } },
    },
    {
      request: 'PUT /hides?user=ann&post=ben_20260101120000',
      answer: {
        status: 200,
        body: { user_id: 'ann', post_id: 'ben_20260101120000', hidden: true },
      },
    },
    {
      request: 'DELETE /hides?user=ann&post=ben_20260101120000',
      answer: {
        status: 200,
        body: { user_id: 'ann', post_id: 'ben_20260101120000', hidden: false },
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
