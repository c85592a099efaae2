/**
 * Runs at most `size` pieces of work at once. As many again wait, in the order of their arrival.
 *
 * @param fullError made for any further one
 */
export function slots(
  size: number,
  fullError: () => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= size) throw fullError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
