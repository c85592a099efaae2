/**
 * What the business asks of a service, as counters. Each service declares them in its counters.ts,
 * and says there which step of its store, or which decision, counts.
 */

interface CounterKind {
  readonly help: string;
  /** Name of a label, for a counter that tells several things apart. Its values must be few. */
  readonly label?: string;
}

/** Counters by name, without what all names have: `hawker_<service>_<name>_total`. */
export type CounterTable = Readonly<Record<string, CounterKind>>;

/** Functions that count, one or `by`. */
export type Counts<T extends CounterTable> = {
  readonly [K in keyof T]: T[K] extends { readonly label: string }
    ? (value: string, by?: number) => void
    : (by?: number) => void;
};

type Step = (...args: unknown[]) => unknown;

type AfterSteps<PortT> = {
  readonly [K in keyof PortT]?: PortT[K] extends (...args: infer ArgsT) => infer ResultT
    ? (result: Awaited<ResultT>, ...args: ArgsT) => void
    : never;
};

/**
 * Calls a function after each of the named steps of a port that did not fail, with its result and
 * its arguments. Yields the port, whose steps are replaced.
 */
export function afterSteps<PortT extends object>(port: PortT, seen: AfterSteps<PortT>): PortT {
  for (const [name, see] of Object.entries(seen) as [keyof PortT, (...args: unknown[]) => void][]) {
    const own = Object.hasOwn(port, name) ? (port[name] as Step) : undefined;
    const counted = (...args: unknown[]) => {
      const step = own ?? (Object.getPrototypeOf(port) as Record<keyof PortT, Step>)[name];
      const result = step.apply(port, args);
      if (!(result instanceof Promise)) {
        see(result, ...args);
        return result;
      }
      return result.then((value: unknown) => {
        see(value, ...args);
        return value;
      });
    };
    port[name] = counted as PortT[keyof PortT];
  }
  return port;
}
