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

/** Functions by the name of a step: each is called with the result and the arguments of a call. */
export type StepCounts<PortT> = {
  readonly [K in keyof PortT]?: PortT[K] extends (...args: infer ArgsT) => infer ResultT
    ? (result: Awaited<ResultT>, ...args: ArgsT) => void
    : never;
};

type Step = (...args: unknown[]) => unknown;
type StepCount = (result: unknown, ...args: unknown[]) => void;

/**
 * Returns a port that calls `counts` after each call of a named step that has not failed. It hands
 * everything to `port`, which stays as it is: a step that `port` calls on itself, or that somebody
 * calls who kept `port`, is not counted. So count a port where it is opened, before others get it.
 */
export function counted<PortT extends object>(port: PortT, counts: StepCounts<PortT>): PortT {
  const shown = {};
  for (const [name, value] of membersOf(port)) {
    const current = () => Reflect.get(port, name) as unknown;
    // A step of a class needs the port as `this`, for its private fields.
    const step: Step = (...args) => (current() as Step).apply(port, args);
    const count = Object.hasOwn(counts, name)
      ? (Reflect.get(counts, name) as StepCount)
      : undefined;
    Object.defineProperty(shown, name, {
      enumerable: true,
      ...(typeof value === 'function'
        ? { value: count ? countedStep(step, count) : step }
        : { get: current }),
    });
  }
  return shown as PortT;
}

/** The members of an object and of its classes, by name; the value of a getter is not read. */
function membersOf(port: object): Map<PropertyKey, unknown> {
  const members = new Map<PropertyKey, unknown>();
  let owner: object | null = port;
  while (owner !== null && owner !== Object.prototype) {
    for (const name of Reflect.ownKeys(owner)) {
      if (members.has(name) || name === 'constructor') continue;
      members.set(name, Object.getOwnPropertyDescriptor(owner, name)!.value);
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return members;
}

function countedStep(step: Step, count: StepCount): Step {
  return (...args) => {
    const result = step(...args);
    if (!(result instanceof Promise)) {
      count(result, ...args);
      return result;
    }
    return result.then((value: unknown) => {
      count(value, ...args);
      return value;
    });
  };
}
