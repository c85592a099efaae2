import { refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  KEY_NOT_FOUND: { status: 404, title: 'The key has no value' },
  PRECONDITION_FAILED: {
    status: 412,
    title: 'The value of the key does not meet the condition',
  },
  RING_CHANGING: { status: 409, title: 'The ring is already being changed' },
  NODE_NOT_EMPTY: { status: 409, title: 'A node that is joining the ring is not empty' },
  NODE_OF_ANOTHER_RING: { status: 503, title: 'A node holds keys of another ring' },
  NODE_UNREACHABLE: { status: 503, title: 'A node does not answer' },
});
