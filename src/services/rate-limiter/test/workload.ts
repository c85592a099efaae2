/** One client, and a policy with two limits, each of which lasts for all of the load; and new policies. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  make,
  once,
  read,
  settle,
  within,
  type Answer,
  type Ask,
  type Named,
  type Question,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const limit = 120;
const windowMs = 600_000;

export const rateLimiterEnv = {
  RATE_LIMIT: String(limit),
  RATE_LIMIT_WINDOW_MS: String(windowMs),
};

/** Most policies that are made; there may be 1,000. */
const maxMade = 300;
/** A replica looks for new policies every 250 ms; until then at most, milliseconds. */
const visibleMs = 5_000;

/** A limit that questions use up, and how many have. */
class Limited {
  readonly #name: string;
  readonly #question: Question;
  readonly #isAllowed: (answer: Answer) => boolean;
  #allowed = 0;
  #unclear = 0;

  constructor(name: string, question: Question, isAllowed: (answer: Answer) => boolean) {
    this.#name = name;
    this.#question = question;
    this.#isAllowed = isAllowed;
  }

  async ask(ask: Ask): Promise<void> {
    const answer = await once(ask, this.#question);
    if (isUnclear(answer)) this.#unclear++;
    if (isRefused(answer)) return;
    expectStatus(answer, 200, 429);
    if (this.#isAllowed(answer)) this.#allowed++;
  }

  async check(ask: Ask, findings: Findings): Promise<void> {
    while (this.#isAllowed(await settle(ask, this.#question))) this.#allowed++;
    const [allowed, unclear] = [this.#allowed, this.#unclear];
    findings.doubled(`${this.#name}: ${allowed} of ${limit} were allowed`, allowed - limit);
    if (allowed + unclear < limit) {
      const told = `${allowed} of ${limit} were allowed, at most ${unclear} more were counted`;
      findings.wrong(`${this.#name}: ${told}`);
    }
  }
}

interface Options extends Named {
  /** Whether windows outlive the process. */
  readonly keepsWindows?: boolean;
}

export function rateLimiterWorkload({ name = '', keepsWindows = true }: Options = {}): Workload {
  const tight = `${name}tight`;
  const route = new Limited(
    'the limited route',
    { method: 'GET', path: '/limited' },
    ({ status }) => status === 200,
  );
  const policy = new Limited(
    'the policy',
    { method: 'POST', path: '/check', body: { policy: tight, key: 'ann' } },
    ({ data }) => data.allowed,
  );
  const policies: string[] = [];
  const put = (ask: Ask, id: string) => make(ask, putOf(id), 200);

  return {
    service: 'rate-limiter',

    async prepare(ask) {
      await put(ask, tight);
      const peek = { policy: tight, key: 'nobody', peek: true };
      const looked = { method: 'POST', path: '/check', body: peek } as const;
      for (let known = 0; known < 2;) known = (await ask(looked)).status === 200 ? known + 1 : 0;
    },

    async act(ask, client, n) {
      await route.ask(ask);
      await policy.ask(ask);
      if (n % 10 !== 0 || policies.length >= maxMade) return;
      const id = `${name}policy-${client}-${n}`;
      await put(ask, id);
      policies.push(id);
    },

    async check(ask) {
      const findings = new Findings();
      if (keepsWindows) {
        await route.check(ask, findings);
        await policy.check(ask, findings);
      }
      await forEachOf(policies, async (id) => {
        const isThere = async () => (await read(ask, `/admin/policies/${id}`)).status === 200;
        if (!(await within(visibleMs, isThere))) findings.lost(`the policy ${id}`);
      });
      return findings.all;
    },
  };
}

/** The second limit has the room; it is counted with the first one, or not at all. */
const putOf = (id: string): Question => ({
  method: 'PUT',
  path: `/admin/policies/${id}`,
  body: {
    algorithm: 'sliding-window',
    limits: [
      { limit, window_ms: windowMs },
      { limit: 2 * limit, window_ms: 2 * windowMs },
    ],
    on_outage: 'refuse',
  },
});
