/** How pages read services: once, again when something changed, or as a stream. */
import { useLocation } from 'preact-iso';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { HawkerError, type Stream, type StreamEvent } from '../../../client/index.ts';
import { onAnswerAgain, serviceNow } from './overview.ts';
import { useHold } from './together.tsx';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  /** Asks again. What is shown stays until the answer has come. */
  readonly reload: () => void;
}

/**
 * Asks when the page is shown, when `inputs` change, by `reload`, and when the process answers again.
 * Of answers that overtake each other, the latest request's counts.
 *
 * @param load undefined while there is nothing to ask
 */
export function useLoaded<T>(
  load: ((signal: AbortSignal) => Promise<T>) | undefined,
  inputs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<State<T>>({ of: inputs, ...nothing });
  const running = useRef<AbortController | undefined>(undefined);
  const isDue = useRef(false);
  const ask = useRef(load);
  ask.current = load;
  const start = useCallback(() => {
    if (ask.current === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const end = (next: Partial<Pick<Loaded<T>, 'data' | 'error'>>) => {
      if (running.current !== controller) return;
      running.current = undefined;
      setState((before) => ({ ...before, ...next }));
      if (isDue.current) {
        isDue.current = false;
        start();
      }
    };
    ask.current(controller.signal).then(
      (data) => end({ data, error: undefined }),
      // What was known stays, since one answer that fails takes nothing from the page; but not what is gone.
      (error: Error) => end(isGone(error) ? { data: undefined, error } : { error }),
    );
  }, []);
  // Many reloads in a moment are two requests: the one under way, and one after it.
  const reload = useCallback(() => {
    if (running.current === undefined) start();
    else isDue.current = true;
  }, []);
  useEffect(() => onAnswerAgain(reload), []);
  useEffect(() => {
    isDue.current = false;
    setState({ of: inputs, ...nothing });
    start();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, inputs);
  // Effects come after the picture: until then the state is still that of the inputs before.
  const isOfNow = state.of.every((input, i) => input === inputs[i]);
  const { data, error } = isOfNow ? state : nothing;
  useHold(load !== undefined && data === undefined && error === undefined);
  return { data, error, reload };
}

interface State<T> extends Pick<Loaded<T>, 'data' | 'error'> {
  /** The inputs that were asked with. */
  readonly of: readonly unknown[];
}

const nothing = { data: undefined, error: undefined };

export const isGone = (error: Error | undefined) =>
  error instanceof HawkerError && (error.status === 404 || error.status === 410);

interface StreamOptions {
  /**
   * Whether it is left alone while nobody sees the tab, as the connections of a browser are few. What
   * tells everything from its beginning, and would tell it twice, is not.
   */
  readonly pauses?: boolean;
  /** Called when following resumes; what came in between is not told. */
  readonly resumed?: () => void;
}

/**
 * Follows a stream of the client while the page is shown: it reconnects by itself. The error is what
 * the service refused it with.
 *
 * @param open undefined while there is nothing to follow
 */
export function useStream<DataT>(
  open: ((signal: AbortSignal) => Stream<DataT>) | undefined,
  take: (event: StreamEvent<DataT>) => void,
  inputs: readonly unknown[],
  { pauses = true, resumed }: StreamOptions = {},
): Error | undefined {
  const [error, setError] = useState<Error>();
  const taken = useRef(take);
  taken.current = take;
  const isPaused = useHidden() && pauses;
  const wasPaused = useRef(false);
  useEffect(() => {
    setError(undefined);
    if (open === undefined || isPaused) {
      wasPaused.current = isPaused;
      return;
    }
    if (wasPaused.current) resumed?.();
    wasPaused.current = false;
    const controller = new AbortController();
    const read = async () => {
      for await (const event of open(controller.signal)) taken.current(event);
    };
    read().catch((failure: Error) => {
      if (!controller.signal.aborted) setError(failure);
    });
    return () => controller.abort();
  }, [...inputs, isPaused]);
  return error;
}

/** Whether the tab is one that nobody sees. */
function useHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isHidden;
}

/** Returns the present instant of the services, updated every `everyMs`, for countdowns. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serviceNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Whether the window is that of a phone: see phone.css. */
export function useNarrow(): boolean {
  const [narrow] = useState(() => matchMedia('(max-width: 48rem)'));
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', look);
    return () => narrow.removeEventListener('change', look);
  }, []);
  return isNarrow;
}

/**
 * A member of the address, such as `?product=lamp`: it can be bookmarked and sent to others. It follows
 * the address: a link to the page without it shows the page's start.
 */
export function useAddressMember(name: string, initial = ''): [string, (value: string) => void] {
  const { query: known, route } = useLocation();
  const change = (next: string) => {
    const members = new URLSearchParams(location.search);
    if (next === '') members.delete(name);
    else members.set(name, next);
    const query = members.toString();
    route(location.pathname + (query === '' ? '' : `?${query}`), true);
  };
  return [known[name] ?? initial, change];
}
