import type { Examples } from '#kit/openapi/examples.ts';

export const examples: Examples = {
  made: ['nZugaqdYZivd-Gjsmwnag'],
  requests: [
    {
      request: 'GET /ws?room=kitchen&user=ann&since=0',
      says: [{ content: 'The soup is ready.' }],
      answer: {
        status: 101,
        events: [
          {
            user: 'ann',
            room: 'kitchen',
            content: 'The soup is ready.',
            timestamp: 1767268800000,
            seq: 1,
          },
        ],
      },
    },
    {
      request: 'GET /api/rooms?limit=100',
      eventually: true,
      answer: {
        status: 200,
        body: {
          rooms: [
            { name: 'general', clients: 0 },
            { name: 'kitchen', clients: 0 },
          ],
        },
      },
    },
    {
      request: 'GET /api/rooms/kitchen/messages',
      answer: {
        status: 200,
        body: {
          room: 'kitchen',
          messages: [
            {
              user: 'ann',
              room: 'kitchen',
              content: 'The soup is ready.',
              timestamp: 1767268800000,
              seq: 1,
            },
          ],
        },
      },
    },
    {
      request: 'POST /api/rooms/kitchen/messages',
      body: { user: 'chef', content: 'Five minutes to go.' },
      answer: {
        status: 201,
        body: {
          user: 'chef',
          room: 'kitchen',
          content: 'Five minutes to go.',
          timestamp: 1767268800000,
          seq: 2,
        },
      },
    },
    {
      request: 'GET /api/rooms/kitchen/messages?before=2&limit=50',
      answer: {
        status: 200,
        body: {
          messages: [
            {
              user: 'ann',
              room: 'kitchen',
              content: 'The soup is ready.',
              timestamp: 1767268800000,
              seq: 1,
            },
          ],
          room: 'kitchen',
        },
      },
    },
    {
      request: 'DELETE /api/rooms/kitchen/messages/1',
      answer: {
        status: 200,
        body: {
          user: 'ann',
          room: 'kitchen',
          content: '',
          timestamp: 1767268800000,
          seq: 1,
          deleted: true,
        },
      },
    },
    {
      request: 'GET /ws?room=office&user=bob&events=1',
      says: [{ content: 'Lunch?' }],
      answer: {
        status: 101,
        events: [
          { type: 'joined', room: 'office', user: 'bob' },
          { user: 'bob', room: 'office', content: 'Lunch?', timestamp: 1767268800000, seq: 1 },
        ],
      },
    },
    {
      request: 'GET /api/rooms/office/users?limit=100',
      eventually: true,
      answer: { status: 200, body: { users: [] } },
    },
    {
      request: 'POST /api/rooms/kitchen/kick',
      body: { user: 'eve', ban_seconds: 3_600 },
      answer: { status: 200, body: { closed: 0 } },
    },
    {
      request: 'GET /ws?room=kitchen&user=ann',
      answer: {
        status: 426,
        headers: { Upgrade: 'websocket' },
        body: {
          type: 'urn:hawker:problem:upgrade-required',
          title: 'The address only accepts WebSocket connections',
          status: 426,
          detail: 'The address only accepts WebSocket connections',
          code: 'UPGRADE_REQUIRED',
          instance: 'urn:hawker:request:nZugaqdYZivd-Gjsmwnag',
        },
      },
    },
  ],
};
