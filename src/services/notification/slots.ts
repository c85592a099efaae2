/**
 * Lets at most `size` pieces of work run at once, and as many wait in the order of their arrival.
 *
 * @param full what any further one is refused with
 */
export function slots(size: number, full: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= size) throw full();
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
