import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import type { Service } from '../host/service.ts';
import type { Example, Examples } from '../openapi/examples.ts';
import type { Listener } from '../web/app.ts';
import { access } from '../web/identity/access.ts';
import { sendExamples } from './send-examples.ts';

const schema = { access: access.public };
const made = ['cup_0', 'leaf_0', 0.5];
const brewed: Example = {
  request: 'POST /cups',
  body: { tea: 'green' },
  answer: {
    status: 201,
    body: { id: 'cup_0', url: '/cups/cup_0', leaf: 'leaf_0', ms: 0.5, tea: 'green' },
  },
};
const shown: Example = {
  request: 'GET /cups/cup_0',
  answer: { status: 200, headers: { ETag: '"cup_0"' }, body: { id: 'cup_0' } },
};

describe('examples', () => {
  it('hold when the answers are theirs, but for values that are made', (t) =>
    sendExamples(t, tea({ made, requests: [brewed, shown, shown] })));

  const wrong: Record<string, Example[]> = {
    'another status': [{ ...brewed, answer: { ...brewed.answer, status: 200 } }],
    'another value': [change(brewed, { tea: 'black' })],
    'a member too many': [change(brewed, { milk: 1 })],
    'a member too few': [change(brewed, { tea: undefined })],
    'a value that is not among those that are made': [change(brewed, { ms: 0.75 })],
    'another made value than before': [
      brewed,
      { ...shown, answer: { status: 200, body: { id: 'leaf_0' } } },
    ],
    'a value that was made before, and is another one now': [brewed, brewed],
    'another header': [brewed, { ...shown, answer: { ...shown.answer, headers: { ETag: '"x"' } } }],
  };
  for (const [what, requests] of Object.entries(wrong)) {
    it(`fail for ${what}`, async (t) => {
      await assert.rejects(sendExamples(t, tea({ made, requests })), assert.AssertionError);
    });
  }

  it('are asked again where the answer takes its time, and may turn the clock', (t) => {
    const clock: Example = {
      request: 'GET /clock',
      afterMs: 1_000,
      eventually: true,
      answer: { status: 200, body: { asked: 3, now: Date.UTC(2026, 0, 1, 12, 0, 1) } },
    };
    return sendExamples(t, tea({ requests: [clock] }));
  });
});

function change({ answer, ...example }: Example, members: object): Example {
  return { ...example, answer: { ...answer, body: { ...(answer.body as object), ...members } } };
}

/** Its values differ each time. */
function tea(examples: Examples): Service {
  let asked = 0;
  return {
    name: 'tea',
    summary: '',
    port: 0,
    variables: Type.Object({}),
    examples,
    start: async ({ clock }) => ({
      routes: (app: Listener) => {
        app.post('/cups', { schema }, (request, reply) => {
          const id = `cup_${crypto.randomUUID()}`;
          const leaf = `leaf_${crypto.randomUUID()}`;
          const { tea } = request.body as { tea: string };
          return reply.code(201).send({ id, url: `/cups/${id}`, leaf, ms: Math.random(), tea });
        });
        app.get('/cups/:id', { schema }, (request, reply) => {
          const { id } = request.params as { id: string };
          return reply.header('etag', `"${id}"`).send({ id });
        });
        app.get('/clock', { schema }, () => ({ asked: ++asked, now: clock() }));
      },
    }),
  };
}
