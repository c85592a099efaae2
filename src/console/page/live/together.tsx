/**
 * Shows at once what is asked for one by one. Answers come in any order: shown as they come, each would
 * push down what is read already. Until the first answers are there, the place is kept and nothing drawn.
 */
import { createContext, type ComponentChildren } from 'preact';
import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks';

type Release = () => void;

interface Whole {
  readonly hold: () => Release;
  readonly isShown: () => boolean;
}

const Waiting = createContext<Whole | undefined>(undefined);

/** A service that takes longer keeps nobody from the others' answers, and from the forms. */
const longestMs = 4_000;

export function Together({ children }: { readonly children: ComponentChildren }) {
  const [isShown, show] = useState(false);
  const waiting = useRef(0);
  const isShownNow = useRef(false);
  isShownNow.current = isShown;
  const hold = useCallback(() => {
    waiting.current++;
    return () => {
      waiting.current--;
      // What an answer brings asks in turn, an effect later: that is after the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => waiting.current === 0 && show(true)));
    };
  }, []);
  // Held once by itself: a page that asks nothing is shown as well.
  useLayoutEffect(() => hold()(), []);
  useEffect(() => {
    const timer = setTimeout(() => show(true), longestMs);
    return () => clearTimeout(timer);
  }, []);
  const whole = useMemo(() => ({ hold, isShown: () => isShownNow.current }), []);
  return (
    <Waiting.Provider value={whole}>
      <div class={isShown ? 'together' : 'together coming'}>{children}</div>
    </Waiting.Provider>
  );
}

/** Holds back the picture that the component is a part of, while it waits for its first answer. */
export function useHold(isWaiting: boolean): void {
  const whole = useContext(Waiting);
  useLayoutEffect(() => (isWaiting ? whole?.hold() : undefined), [isWaiting]);
}

/** Tells what a person opens from what the page came with. */
export function useIsShown(): () => boolean {
  return useContext(Waiting)?.isShown ?? (() => true);
}
