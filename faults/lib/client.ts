/** Asks the replicas of one service, and counts what its clients saw. */
import { answerOf, type Addresses } from '#kit/testing/workload/client.ts';
import { madeOf, type Answer, type Ask, type Question } from '#kit/testing/workload/workload.ts';

/** What the clients of one service saw. */
export class Tally {
  done = 0;
  refused = 0;
  unanswered = 0;
  /** The first answer with 500 of each path, or another that no client should see. */
  readonly broken: string[] = [];
  /** When a request to each replica was refused or not answered last; `performance.now()`. */
  readonly #lastFailures: number[] = [];
  readonly #doneSince: number[] = [];

  count(replica: number, question: Question, answer: Answer): void {
    const { status } = answer;
    if (status === 0) this.unanswered++;
    else if (status === 503 || status === 507) this.refused++;
    else if (status >= 500) this.#tellBroken(question, answer);
    else this.done++;
    if (status === 0 || status >= 500) {
      this.#lastFailures[replica] = performance.now();
      this.#doneSince[replica] = 0;
    } else {
      this.#doneSince[replica] = (this.#doneSince[replica] ?? 0) + 1;
    }
  }

  #tellBroken({ method, path }: Question, { status, data }: Answer): void {
    const told = `${method} ${path}: ${status} ${JSON.stringify(data)}`;
    if (this.broken.length < 5) this.broken.push(told);
  }

  get lastFailure(): number {
    return Math.max(0, ...this.#lastFailures.filter((at) => at !== undefined));
  }

  /** Whether each replica has answered several requests since it refused one. */
  isWell(replicas: number): boolean {
    return Array.from({ length: replicas }, (_, i) => this.#doneSince[i] ?? 0).every((n) => n >= 3);
  }
}

/** @param processes the replicas, which are asked in turn */
export function askOf(processes: readonly Addresses[], service: string, tally: Tally): Ask {
  let turn = 0;
  return async (asked) => {
    const question = madeOf(asked);
    const replica = turn++ % processes.length;
    const answer = await answerOf(processes[replica]!, service, question);
    tally.count(replica, question, answer);
    return answer;
  };
}
