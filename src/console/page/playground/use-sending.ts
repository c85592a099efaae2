/** The request of a form that is under way, and its answer. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BuiltRequest } from './request.ts';
import { send, type Answer } from './send.ts';

/** At most one request of a form is under way. */
export function useSending() {
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<Error>();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  const start = async (prepared: () => Promise<BuiltRequest>) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    setAnswer(undefined);
    setError(undefined);
    setRunning(true);
    try {
      await send(await prepared(), controller.signal, setAnswer);
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure as Error);
    }
    if (running.current === controller) setRunning(false);
  };
  return { answer, error, isRunning, start, stop };
}
