import type { Planted } from '../mutant-lists.ts';

export default {
  'test/requests.test.ts': {
    'http.ts': {
      'a write with a condition is not repeated': {
        find: "(method === 'PUT' || method === 'DELETE') && !isConditional",
        replace: "(method === 'PUT' || method === 'DELETE')",
      },
      'a request that would act twice is not repeated': {
        find: "if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;",
        replace: 'return true;',
      },
    },
  },
  'test/follow.test.ts': {
    'follow/follow.ts': {
      'a stream resumes after the last event': {
        find: 'place.lastId = id ?? place.lastId;',
        replace: 'place.lastId ??= id;',
      },
      'an inbox begins after the newest notification': {
        find: 'place.lastId ??= await start?.(members);',
        replace: '',
      },
    },
  },
  'test/chat.test.ts': {
    'follow/chat.ts': {
      'a room resumes after the last message': { find: 'place.since = seq;', replace: '' },
    },
  },
} satisfies Planted;
