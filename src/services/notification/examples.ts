import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  requests: [
    {
      request: 'POST /send',
      headers: { 'idempotency-key': 'order-1-shipped' },
      body: {
        user_id: 'ann',
        channel: 'in_app',
        title: 'On its way',
        body: 'Your order has left the hub.',
      },
      answer: {
        status: 201,
        body: {
          id: 'notif_1767268800000',
          user_id: 'ann',
          channel: 'in_app',
          title: 'On its way',
          body: 'Your order has left the hub.',
          status: 'delivered',
          created_at: 1767268800000,
        },
      },
    },
    {
      request: 'POST /send',
      headers: { 'idempotency-key': 'order-1-shipped' },
      body: {
        user_id: 'ann',
        channel: 'in_app',
        title: 'On its way',
        body: 'Your order has left the hub.',
      },
      answer: {
        status: 200,
        body: {
          id: 'notif_1767268800000',
          user_id: 'ann',
          channel: 'in_app',
          title: 'On its way',
          body: 'Your order has left the hub.',
          status: 'delivered',
          created_at: 1767268800000,
        },
      },
    },
    {
      request: 'GET /notifications?user=ann&limit=20',
      answer: {
        status: 200,
        body: {
          notifications: [
            {
              id: 'notif_1767268800000',
              user_id: 'ann',
              channel: 'in_app',
              title: 'On its way',
              body: 'Your order has left the hub.',
              status: 'delivered',
              created_at: 1767268800000,
            },
          ],
        },
      },
    },
    {
      request: 'GET /notifications/notif_1767268800000',
      answer: {
        status: 200,
        body: {
          id: 'notif_1767268800000',
          user_id: 'ann',
          channel: 'in_app',
          title: 'On its way',
          body: 'Your order has left the hub.',
          status: 'delivered',
          created_at: 1767268800000,
        },
      },
    },
    {
      request: 'GET /notifications/stream?user=ann',
      headers: { 'last-event-id': 'notif_1' },
      answer: {
        status: 200,
        events: [
          {
            id: 'notif_1767268800000',
            user_id: 'ann',
            channel: 'in_app',
            title: 'On its way',
            body: 'Your order has left the hub.',
            status: 'delivered',
            created_at: 1767268800000,
          },
        ],
      },
    },
  ],
};
