/** Terms that are trained again and again, each training once, and terms that operators change. */
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  isRefused,
  isUnclear,
  once,
  read,
  settle,
  within,
  type Ask,
  type Named,
  type Question,
  type Workload,
} from '#kit/testing/workload/workload.ts';

const termsOfClient = 10;
/** After how long every replica shows what was trained, milliseconds. */
const visibleMs = 5_000;

/** What an operator does to a term of its own, again and again, and its frequency then. */
const round: readonly {
  readonly visible: number;
  readonly ask: (term: string) => Question;
}[] = [
  { visible: 7, ask: (term) => ({ method: 'PUT', path: termPath(term), body: { freq: 7 } }) },
  { visible: 0, ask: (term) => ({ method: 'PUT', path: blockedPath(term) }) },
  { visible: 0, ask: (term) => ({ method: 'PUT', path: termPath(term), body: { freq: 2 } }) },
  { visible: 2, ask: (term) => ({ method: 'DELETE', path: blockedPath(term) }) },
  { visible: 0, ask: (term) => ({ method: 'DELETE', path: termPath(term) }) },
];

export function autocompleteWorkload({ name = '' }: Named = {}): Workload {
  const trained = new Map<string, { known: number; unclear: number }>();
  /** How many steps of the rounds each operator has done. */
  const steps = new Map<string, number>();

  async function train(ask: Ask, question: Question, terms: readonly string[]): Promise<void> {
    const counts = terms.map((term) => {
      const own = trained.get(term) ?? { known: 0, unclear: 0 };
      trained.set(term, own);
      return own;
    });
    const answer = await once(ask, question);
    if (isUnclear(answer)) for (const own of counts) own.unclear++;
    if (isRefused(answer)) return;
    expectStatus(answer, 200);
    for (const own of counts) own.known++;
  }

  async function operate(ask: Ask, term: string): Promise<void> {
    const done = steps.get(term) ?? 0;
    const answer = await settle(ask, round[done % round.length]!.ask(term));
    expectStatus(answer, 200, ...(answer.isRepeated ? [404] : []));
    steps.set(term, done + 1);
  }

  return {
    service: 'autocomplete',

    async act(ask, client, n) {
      const own = `${name}term ${client} ${n % termsOfClient}.`;
      if (n % 3 === 0) {
        const path = '/train';
        return train(ask, { method: 'POST', path, body: { term: own } }, [own]);
      }
      if (n % 3 === 1) {
        const terms = [`${name}term of all.`, `${name}term ${n % termsOfClient} of many.`, own];
        const path = '/train/bulk';
        return train(ask, { method: 'POST', path, body: { terms } }, terms);
      }
      return operate(ask, `${name}operated ${client}.`);
    },

    async check(ask) {
      const findings = new Findings();
      const frequencyOf = async (term: string): Promise<number> => {
        const { data } = await read(ask, `/autocomplete?q=${encodeURIComponent(term)}`);
        return data.results[0]?.freq ?? 0;
      };
      await forEachOf(trained, async ([term, { known, unclear }]) => {
        let frequency = 0;
        await within(visibleMs, async () => {
          frequency = await frequencyOf(term);
          return frequency >= known;
        });
        findings.between(`trainings of "${term}"`, frequency, known, unclear);
      });
      await forEachOf(steps, async ([term, done]) => {
        const { visible } = round[(done - 1) % round.length]!;
        const isVisible = await within(
          visibleMs,
          async () => (await frequencyOf(term)) === visible,
        );
        if (!isVisible) findings.lost(`step ${done} of "${term}"`);
      });
      return findings.all;
    },
  };
}

const termPath = (term: string) => `/admin/terms/${encodeURIComponent(term)}`;
const blockedPath = (term: string) => `/admin/blocked/${encodeURIComponent(term)}`;
