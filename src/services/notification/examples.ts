import type { Examples } from '#kit/openapi/examples.ts';

const onItsWay = {
  id: 'notif_1767268800000',
  user_id: 'ann',
  channel: 'in_app',
  title: 'On its way',
  body: 'Your order has left the hub.',
  status: 'delivered',
  created_at: 1767268800000,
};

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
        body: onItsWay,
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
        body: onItsWay,
      },
    },
    {
      request: 'GET /notifications?user=ann&limit=20',
      answer: {
        status: 200,
        body: {
          notifications: [onItsWay],
        },
      },
    },
    {
      request: 'GET /notifications/notif_1767268800000',
      answer: {
        status: 200,
        body: onItsWay,
      },
    },
    {
      request: 'GET /notifications/stream?user=ann',
      headers: { 'last-event-id': 'notif_1' },
      answer: {
        status: 200,
        events: [onItsWay],
      },
    },
    {
      request: 'GET /notifications/count?user=ann',
      answer: { status: 200, body: { unread: 1, total: 1 } },
    },
    {
      request: 'POST /notifications/notif_1767268800000/read',
      afterMs: 5_000,
      answer: { status: 200, body: { ...onItsWay, read_at: 1767268805000 } },
    },
    {
      request: 'POST /notifications/notif_1767268800000/unread',
      answer: { status: 200, body: onItsWay },
    },
    {
      request: 'POST /notifications/read-all?user=ann',
      answer: { status: 200, body: { read: 1 } },
    },
    {
      request: 'PUT /preferences/ann',
      body: {
        channels: { push: false },
        categories: { offers: { email: false } },
        quiet_hours: { timezone: 'Europe/Berlin', from: '22:00', to: '07:00' },
      },
      answer: {
        status: 200,
        body: {
          channels: { push: false },
          categories: { offers: { email: false } },
          quiet_hours: { timezone: 'Europe/Berlin', from: '22:00', to: '07:00' },
        },
      },
    },
    {
      request: 'GET /preferences/bob',
      answer: { status: 200, body: { channels: {}, categories: {} } },
    },
    {
      request: 'POST /send',
      body: {
        user_id: 'ann',
        channel: 'email',
        title: 'Half the price',
        body: 'Tea, today',
        category: 'offers',
      },
      answer: {
        status: 201,
        body: {
          id: 'notif_1767268805000',
          user_id: 'ann',
          channel: 'email',
          title: 'Half the price',
          body: 'Tea, today',
          status: 'suppressed',
          created_at: 1767268805000,
          category: 'offers',
          reason: 'category_off',
        },
      },
    },
    {
      request: 'GET /notifications/notif_1767268805000/trace',
      answer: {
        status: 200,
        body: {
          trace: [
            { at: 1767268805000, step: 'accepted', channel: 'email' },
            { at: 1767268805000, step: 'preference', result: 'category_off' },
            {
              at: 1767268805000,
              step: 'result',
              status: 'suppressed',
              reason: 'category_off',
            },
          ],
        },
      },
    },
    {
      request: 'DELETE /notifications/notif_1767268800000',
      answer: { status: 200, body: { id: 'notif_1767268800000', status: 'deleted' } },
    },
    {
      request: 'PUT /admin/topics/tea',
      body: { open: true },
      answer: { status: 200, body: { topic: 'tea', open: true } },
    },
    {
      request: 'PUT /topics/tea/subscribers/ann',
      answer: { status: 200, body: { topic: 'tea', user_id: 'ann', subscribed: true } },
    },
    {
      request: 'POST /send',
      body: { topic: 'tea', channel: 'in_app', title: 'New', body: 'The first flush is here.' },
      answer: { status: 202, body: { batch_id: 'batch_1767268805001' } },
    },
    {
      request: 'DELETE /topics/tea/subscribers/ann',
      answer: { status: 200, body: { topic: 'tea', user_id: 'ann', subscribed: false } },
    },
    {
      request: 'POST /send/bulk',
      headers: { 'idempotency-key': 'spring-sale' },
      afterMs: 10_000,
      body: {
        user_ids: ['bob', 'eve'],
        channel: 'in_app',
        title: 'Spring sale',
        body: 'Everything is half the price.',
        deliver_at: 1767272400000,
      },
      answer: { status: 202, body: { batch_id: 'batch_1767268815000' } },
    },
    {
      request: 'GET /batches/batch_1767268815000',
      eventually: true,
      answer: {
        status: 200,
        body: { batch_id: 'batch_1767268815000', total: 2, counts: { scheduled: 2 } },
      },
    },
  ],
};
