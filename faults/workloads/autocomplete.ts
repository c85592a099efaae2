/** Terms that are trained again and again: each training counts once. */
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  within,
  type Workload,
} from '../lib/workload.ts';

/** Of each client. */
const terms = 10;
/** After how long every replica shows what was trained, milliseconds. */
const visibleMs = 5_000;

export function autocomplete(): Workload {
  const trained = new Map<string, { known: number; unclear: number }>();

  return {
    service: 'autocomplete',

    async act(ask, client, n) {
      const term = `term ${client} ${n % terms}.`;
      const counts = trained.get(term) ?? { known: 0, unclear: 0 };
      trained.set(term, counts);
      const answer = await once(ask, { method: 'POST', path: '/train', body: { term } });
      if (isUnclear(answer)) counts.unclear++;
      if (isRefused(answer)) return;
      expectStatus(answer, 200);
      counts.known++;
    },

    async check(ask) {
      const findings = new Findings();
      await forEachOf(trained, async ([term, { known, unclear }]) => {
        let freq = 0;
        await within(visibleMs, async () => {
          const { data } = await read(ask, `/autocomplete?q=${encodeURIComponent(term)}`);
          freq = data.results[0]?.freq ?? 0;
          return freq >= known;
        });
        findings.between(`trainings of "${term}"`, freq, known, unclear);
      });
      return findings.all;
    },
  };
}
