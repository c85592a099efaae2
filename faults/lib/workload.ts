/**
 * What a fault scenario asks of a service: a load whose acknowledged writes are all remembered, and a
 * check of each of them afterwards.
 */

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export interface Answer {
  /** 0 when none came: the connection broke, or the client's 10 s were over. */
  readonly status: number;
  /** The payload of an enveloped answer, or the whole of another. */
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly data: any;
}

/** Asks one of the replicas of the service, another one each time. */
export type Ask = (question: Question) => Promise<Answer>;

export interface Verdict {
  /** Writes that were acknowledged and are not there. */
  readonly lost: number;
  /** Things done twice, or beyond a limit: a key sold twice, a limit exceeded, a message repeated. */
  readonly doubled: number;
  /** What is wrong, with an example each; empty when nothing is. */
  readonly faults: readonly string[];
}

export interface Workload {
  readonly service: string;
  /** Makes what the load needs; nothing has failed yet. */
  readonly prepare: (ask: Ask) => Promise<void>;
  /**
   * One operation of the load, the n-th of one of several clients. An answer that says nothing
   * about the outcome (503, or none) is asked again with the same key where the service has keys,
   * or remembered as "may have happened".
   */
  readonly act: (ask: Ask, client: number, n: number) => Promise<void>;
  /** After all is healed: holds every acknowledged write, ledger and limit against the service. */
  readonly check: (ask: Ask) => Promise<Verdict>;
}
