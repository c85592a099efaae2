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
  useRef,
  useState,
} from 'preact/hooks';

type Release = () => void;

const Waiting = createContext<(() => Release) | undefined>(undefined);

/** A service that takes longer keeps nobody from the others' answers, and from the forms. */
const longestMs = 4_000;

export function Together({ children }: { readonly children: ComponentChildren }) {
  const [isShown, show] = useState(false);
  const waiting = useRef(0);
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
  return (
    <Waiting.Provider value={hold}>
      <div class={isShown ? 'together' : 'together coming'}>{children}</div>
    </Waiting.Provider>
  );
}

/** Holds back the picture that the component is a part of, while it waits for its first answer. */
export function useHold(isWaiting: boolean): void {
  const hold = useContext(Waiting);
  useLayoutEffect(() => (isWaiting ? hold?.() : undefined), [isWaiting]);
}
