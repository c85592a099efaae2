/** Something to look at: drivers come, take orders and drive, as long as this page is open. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { FirstRun } from '../../parts/first-run.tsx';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { runShift } from './shift.ts';
import type { Board } from './use-board.ts';
import type { Variant } from './variant.ts';

interface StartShiftProps {
  readonly variant: Variant;
  readonly board: Board;
  /** There is nothing on the map yet. */
  readonly isFirst: boolean;
}

export function StartShift({ variant, board, isFirst }: StartShiftProps) {
  const [progress, setProgress] = useState<string>();
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const submit = async (event: SubmitEvent) => {
    const { drivers, orders } = readForm(event);
    setError(undefined);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const shift = { variant, board, drivers: Number(drivers), orders: Number(orders), signal };
      await runShift(shift, setProgress);
    } catch (failure) {
      if (!signal.aborted) setError(failure as Error);
    }
    setProgress(undefined);
  };
  return (
    <FirstRun
      isFirst={isFirst}
      summary={isFirst ? 'Nobody is on the road yet: start a shift' : 'Start a shift'}
    >
      <form class="row" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Drivers</span>
          <input name="drivers" type="number" defaultValue="12" min="1" max="200" required />
        </label>
        <label class="field">
          <span>Orders</span>
          <input name="orders" type="number" defaultValue="18" min="1" max="500" required />
        </label>
        <button class="primary" disabled={progress !== undefined}>
          Start
        </button>
        {progress !== undefined && (
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
        <span role="status">{progress}</span>
      </form>
      <p class="note">
        They drive fast: a kilometre in little more than a second. They take every offer, and go on
        until all orders are delivered or you leave this page.
      </p>
      {error && <Problem error={error} />}
    </FirstRun>
  );
}
