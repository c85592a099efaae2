/** One client, whose limit is for the whole scenario. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  isRefused,
  isUnclear,
  once,
  settle,
  type Workload,
} from '../lib/workload.ts';

const limit = 120;

export const rateLimiterEnv = { RATE_LIMIT: String(limit), RATE_LIMIT_WINDOW_MS: '600000' };

export function rateLimiter(): Workload {
  const question = { method: 'GET', path: '/limited' } as const;
  let allowed = 0;
  let unclear = 0;

  return {
    service: 'rate-limiter',

    async act(ask) {
      const answer = await once(ask, question);
      if (isUnclear(answer)) unclear++;
      if (isRefused(answer)) return;
      expectStatus(answer, 200, 429);
      if (answer.status === 200) allowed++;
    },

    async check(ask) {
      const findings = new Findings();
      while ((await settle(ask, question)).status === 200) allowed++;
      findings.doubled(`${allowed} requests of ${limit} were allowed`, allowed - limit);
      if (allowed + unclear < limit)
        findings.wrong(`${allowed} of ${limit} were allowed, at most ${unclear} more were counted`);
      return findings.all;
    },
  };
}
