/** Workloads on a process that may end and be started again elsewhere, while their clients go on. */
import assert from 'node:assert/strict';
import type { TestProcess } from '../process.ts';
import { eventually } from '../testing.ts';
import { answerOf } from './client.ts';
import type { Finding } from './findings.ts';
import { madeOf, type Ask, type Workload } from './workload.ts';

export class Load {
  readonly #workloads: readonly Workload[];
  #process: Promise<TestProcess>;
  #stopping = new AbortController();
  /** All clients, while they work. */
  #working: Promise<unknown> = Promise.resolve();
  /** The next operation of each client. */
  readonly #next: number[] = [];
  /** How many operations of each workload have ended. */
  readonly #ended: Map<Workload, number>;

  constructor(process: TestProcess, workloads: readonly Workload[]) {
    this.#process = Promise.resolve(process);
    this.#workloads = workloads;
    this.#ended = new Map(workloads.map((workload) => [workload, 0]));
  }

  async prepare(): Promise<void> {
    for (const workload of this.#workloads) await workload.prepare?.(this.#askOf(workload));
  }

  /** Begins, or goes on after a stop; each client does an operation of each workload in turn. */
  begin(clients: number): void {
    this.#stopping = new AbortController();
    this.#working = Promise.all(Array.from({ length: clients }, (_, client) => this.#work(client)));
    // A failure is told to those who wait for the load.
    this.#working.catch(() => {});
  }

  async #work(client: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const n = this.#next[client] ?? 0;
      this.#next[client] = n + 1;
      for (const workload of this.#workloads) {
        if (signal.aborted) break;
        await workload.act(this.#askOf(workload), client, n);
        this.#ended.set(workload, this.#ended.get(workload)! + 1);
      }
    }
  }

  /** Resolves once so many operations of each workload have ended. */
  async atLeast(count: number): Promise<void> {
    const least = () => Math.min(...this.#ended.values());
    await this.during(eventually(() => least() >= count));
  }

  /** Waits for something while the clients work. */
  during<T>(happening: Promise<T>): Promise<T> {
    return Promise.race([happening, this.#working.then(() => assert.fail('the load ended'))]);
  }

  /** No client begins another operation; those under way go on. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Resolves when no operation is under way any more. */
  async stopped(): Promise<void> {
    await this.#working;
  }

  /** From now on clients ask this process, and wait for it until it has started. */
  goTo(process: TestProcess | Promise<TestProcess>): void {
    this.#process = Promise.resolve(process);
  }

  /** @throws AssertionError with what was lost, was done twice or is wrong */
  async check(): Promise<void> {
    await this.#expectNothing(({ check }) => check);
  }

  /** Checks the laws alone: operations were under way, or went on, when what is there now was kept. */
  async checkLaws(): Promise<void> {
    await this.#expectNothing(({ laws }) => laws);
  }

  async #expectNothing(
    checkOf: (workload: Workload) => ((ask: Ask) => Promise<Finding[]>) | undefined,
  ): Promise<void> {
    for (const workload of this.#workloads) {
      const findings = await checkOf(workload)?.(this.#askOf(workload));
      assert.deepEqual(findings ?? [], [], workload.service);
    }
  }

  #askOf({ service }: Workload): Ask {
    return async (question) => {
      const { addresses } = await this.#process;
      return answerOf(addresses, service, madeOf(question));
    };
  }
}
