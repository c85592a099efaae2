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
      request: 'GET /ws?room=kitchen&user=ann',
      answer: {
        status: 426,
        headers: { Upgrade: 'websocket' },
        body: {
          type: 'urn:hawker:problem:upgrade-required',
          title: 'This address speaks WebSocket',
          status: 426,
          detail: 'This address speaks WebSocket',
          code: 'UPGRADE_REQUIRED',
          instance: 'urn:hawker:request:nZugaqdYZivd-Gjsmwnag',
        },
      },
    },
  ],
};
