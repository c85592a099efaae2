/**
 * Whether a history of operations on one key can be put into one order that keeps real time and in
 * which each read finds what was written last.
 * Source: Wing & Gong, Testing and Verifying Concurrent Objects, 1993; the memory of states from
 * Lowe, Testing for Linearizability, 2017.
 */

export interface Event {
  readonly kind: 'get' | 'put' | 'delete';
  /** What was put, or what a get found; undefined is nothing. */
  readonly value?: string | undefined;
  /** Instants of call and answer, in any unit. */
  readonly called: number;
  readonly answered: number;
}

/** @param history at most 31 events */
export function isLinearizable(history: readonly Event[]): boolean {
  const all = 2 ** history.length - 1;
  const seen = new Set<string>();

  function search(done: number, value: string | undefined): boolean {
    if (done === all) return true;
    const state = `${done} ${value}`;
    if (seen.has(state)) return false;
    seen.add(state);
    const open = history.filter((_, i) => (done & (1 << i)) === 0);
    const deadline = Math.min(...open.map(({ answered }) => answered));
    return open.some((event) => {
      // What was called after another one had been answered cannot come before it.
      if (event.called > deadline) return false;
      if (event.kind === 'get' && event.value !== value) return false;
      const after = event.kind === 'get' ? value : event.value;
      return search(done | (1 << history.indexOf(event)), after);
    });
  }

  return search(0, undefined);
}
