/**
 * Whether a history of operations on one key can be put into one order that keeps real time and in
 * which each read finds what was written last, and each condition is judged by it.
 * Source: Wing & Gong, Testing and Verifying Concurrent Objects, 1993; the memory of states from
 * Lowe, Testing for Linearizability, 2017.
 */

export interface Event {
  /** `clock`: from now on it is `now`. */
  readonly kind: 'get' | 'put' | 'delete' | 'clock';
  /** The value of a put, which no other put has, or of a get; undefined: none. */
  readonly value?: string | undefined;
  /** The instant from which on the value of a put is gone. */
  readonly expiresAt?: number | undefined;
  /** The condition of a put or delete, in values rather than tags. */
  readonly only?: Only | undefined;
  /** The condition was not met: nothing was done. */
  readonly isRefused?: boolean;
  readonly now?: number;
  /** The instant that a caller believes in; undefined: that of the clock. */
  readonly believes?: number;
  /** Instants of call and answer, in any unit. */
  readonly called: number;
  readonly answered: number;
}

/** The key has this value; `*`: any; `none`: it has no value. */
export type Only = { readonly has: string } | '*' | 'none';

interface State {
  readonly value: string | undefined;
  readonly expiresAt: number;
  readonly now: number;
}

/** @param history at most 31 events */
export function isLinearizable(history: readonly Event[]): boolean {
  const all = 2 ** history.length - 1;
  const seen = new Set<string>();

  function search(done: number, state: State): boolean {
    if (done === all) return true;
    const known = `${done} ${state.value} ${state.expiresAt} ${state.now}`;
    if (seen.has(known)) return false;
    seen.add(known);
    const open = history.filter((_, i) => (done & (1 << i)) === 0);
    const deadline = Math.min(...open.map(({ answered }) => answered));
    return open.some((event) => {
      // A call made after another one had been answered cannot come before it.
      if (event.called > deadline) return false;
      const next = done | (1 << history.indexOf(event));
      return presences(event, state).some((present) => {
        const after = step(event, { ...state, value: present });
        return after !== undefined && search(next, after);
      });
    });
  }

  return search(0, { value: undefined, expiresAt: Infinity, now: 0 });
}

/**
 * The values that may be there when an event happens. A caller believes in the instant at which it
 * called, and another one may have found a value expired, or not yet: it is gone for all from then
 * on.
 */
function presences({ kind, believes }: Event, state: State): (string | undefined)[] {
  const { value, expiresAt, now } = state;
  if (kind === 'clock' || expiresAt > now) return [value];
  return expiresAt <= (believes ?? now) ? [undefined] : [value, undefined];
}

/** The state after an event, or undefined when it cannot have happened so. */
function step(event: Event, state: State): State | undefined {
  const { kind, value, expiresAt = Infinity, only, isRefused = false, now = state.now } = event;
  const present = state.value;
  if (kind === 'clock') return { ...state, now };
  if (kind === 'get') return value === present ? state : undefined;
  if (isMet(only, present) === isRefused) return undefined;
  if (isRefused) return state;
  const written = kind === 'put' ? value : undefined;
  return { value: written, expiresAt, now: state.now };
}

function isMet(only: Only | undefined, present: string | undefined): boolean {
  if (only === undefined) return true;
  if (only === 'none') return present === undefined;
  return only === '*' ? present !== undefined : present === only.has;
}
