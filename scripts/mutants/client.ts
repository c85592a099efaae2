import type { Mutant } from '../mutants.ts';

const requests = ['test/requests.test.ts'];
const follow = ['test/follow.test.ts'];
const chat = ['test/chat.test.ts'];

export default [
  {
    rule: 'a write with a condition is not repeated',
    file: 'http.ts',
    find: "(method === 'PUT' || method === 'DELETE') && !isConditional",
    replace: "(method === 'PUT' || method === 'DELETE')",
    tests: requests,
  },
  {
    rule: 'a request that would act twice is not repeated',
    file: 'http.ts',
    find: "if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;",
    replace: 'return true;',
    tests: requests,
  },
  {
    rule: 'nobody waits for longer than 30 s',
    file: 'http.ts',
    find: 'if (answer && ms > maxWaitMs) return answer;',
    replace: '',
    tests: requests,
  },
  {
    rule: 'a token is asked for anew once',
    file: 'http.ts',
    find: 'isRenewed = true;',
    replace: '',
    tests: requests,
  },
  {
    rule: 'requests that come together ask for a token once',
    file: 'tokens.ts',
    find: '(this.#asked ??= Promise.resolve().then(token))',
    replace: '(this.#asked = Promise.resolve().then(token))',
    tests: requests,
  },
  {
    rule: 'parts of a path do not lead elsewhere',
    file: 'methods.ts',
    find: '/^\\.{0,2}$/',
    replace: '/^$/',
    tests: requests,
  },
  {
    rule: 'a stream resumes after the last event',
    file: 'follow/follow.ts',
    find: 'place.lastId = id ?? place.lastId;',
    replace: 'place.lastId ??= id;',
    tests: follow,
  },
  {
    rule: 'an inbox begins after the newest notification',
    file: 'follow/follow.ts',
    find: 'place.lastId ??= await start?.(members);',
    replace: '',
    tests: follow,
  },
  {
    rule: 'a state that has not changed is not told again',
    file: 'follow/follow.ts',
    find: 'id !== undefined || !isFirst || text !== last',
    replace: 'id !== undefined || text !== ""',
    tests: follow,
  },
  {
    rule: 'offers that are over are told after a reconnection',
    file: 'follow/habits.ts',
    find: '.filter(([id]) => !open.has(id))',
    replace: '.filter(([id]) => open.has(id) && false)',
    tests: follow,
  },
  {
    rule: 'an offer that is known to be over is not told again',
    file: 'follow/habits.ts',
    find: 'if (known.has(id) || over.has(id)) return false;',
    replace: 'if (known.has(id)) return false;',
    tests: follow,
  },
  {
    rule: 'a refusal ends a stream',
    file: 'follow/follow.ts',
    find: 'if (error.status >= 400 && error.status < 500 && !isPassing(error)) throw error;',
    replace: '',
    tests: follow,
  },
  {
    rule: 'a line feed after a carriage return ends no line of its own, whatever part it comes in',
    file: 'follow/events.ts',
    find: "this.#endedWithReturn && chunk.startsWith('\\n')",
    replace: "chunk.startsWith('\\0')",
    tests: ['test/events.test.ts'],
  },
  {
    rule: 'a room resumes after the last message',
    file: 'follow/chat.ts',
    find: 'place.since = seq;',
    replace: '',
    tests: chat,
  },
  {
    rule: 'what the room does not keep is shown',
    file: 'follow/chat.ts',
    find: 'if (seq > next) yield gap',
    replace: 'if (seq < 0) yield gap',
    tests: chat,
  },
  {
    rule: 'a room that is silent is followed anew when it is further',
    file: 'follow/chat.ts',
    find: '> place.since!;',
    replace: '< 0;',
    tests: ['test/silence.test.ts'],
  },
  {
    rule: 'a room that is silent is followed anew when there is no answer',
    file: 'follow/silence.ts',
    find: '.catch(() => true);\n    if',
    replace: '.catch(() => false);\n    if',
    tests: ['test/silence.test.ts'],
  },
  {
    rule: 'what nobody reads does not pile up',
    file: 'follow/socket.ts',
    find: 'if (this.#queue.length >= maxQueue) this.close();',
    replace: '',
    tests: chat,
  },
] satisfies Mutant[];
