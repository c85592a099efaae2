/** Lifetimes and limits that the specification sets. */

/** Milliseconds. */
export const lifetimesMs = {
  /** A key whose request has no result yet. */
  lock: 30_000,
  /** A key whose request has one. */
  result: 600_000,
  /** A waiting room of a product that never had stock, after its last newcomer. */
  waitingRoom: 600_000,
  /** A slot of the pool of concurrent checkouts, should its process die. */
  poolSlot: 900_000,
  enrolment: 7_200_000,
  prize: 600_000,
} as const;

/** Requests of one device identity: at most `limit` in any window. */
export const deviceRate = { limit: 20, windowMs: 1_000 } as const;
