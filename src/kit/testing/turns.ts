import type { TestContext } from 'node:test';

/**
 * Counts the turns of the event loop from here on, until the test ends. What it yields tells how many
 * have begun: the one in which a piece of work ends counts only if it began before that.
 */
export function turns(t: TestContext): () => number {
  let count = 0;
  const tick = () => {
    count++;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  t.after(() => clearImmediate(next));
  return () => count;
}
