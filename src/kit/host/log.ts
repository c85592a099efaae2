/** The log of the process, and what it may say of an error: never a value, an argument or a password. */
import { channel } from 'node:diagnostics_channel';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { StoreFailure } from '../stores/store.ts';
import { currentRequest } from '../observe/requests.ts';

/** How often the log shows the failure of one store, milliseconds. */
const failureEveryMs = 10_000;

/** Publishes every line of every log, for tests. */
export const written = channel('hawker.log');

interface LogOptions {
  /** Other than the standard output: for tests. */
  readonly output?: DestinationStream;
  /** What the services take for now, where that is simulated. */
  readonly clock?: () => number;
}

export function createLog(level: string, { output, clock }: LogOptions = {}): Logger {
  const isRepeated = repetitions();
  const options: LoggerOptions = {
    level,
    ...(clock && { timestamp: () => `,"time":${clock()}` }),
    serializers: { err: (error: unknown) => loggable(error) },
    mixin() {
      const request = currentRequest();
      return request === undefined ? {} : { request_id: request.id };
    },
    hooks: {
      logMethod(args, method) {
        const [{ err }] = args as unknown as [{ err?: unknown }];
        if (!isRepeated(err)) method.apply(this, args);
      },
      streamWrite(line) {
        if (written.hasSubscribers) written.publish(line);
        return line;
      },
    },
  };
  return output ? pino(options, output) : pino(options);
}

/** Tells errors of a store that failed less than 10 s ago, whatever met it: requests, loops, crawls. */
function repetitions(): (error: unknown) => boolean {
  const next = new Map<string, number>();
  return (error) => {
    const failure = error instanceof StoreFailure ? error : (error as Error | undefined)?.cause;
    if (!(failure instanceof StoreFailure)) return false;
    const now = performance.now();
    if (now < (next.get(failure.store) ?? 0)) return true;
    next.set(failure.store, now + failureEveryMs);
    return false;
  };
}

/** Errors that led to one another, at most: they may form a circle. */
const maxDepth = 10;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string | number;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
}

/**
 * An error as the log may show it. Further members are left out: clients of stores put commands with
 * their arguments, rows and connection strings there.
 */
export function loggable(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: redact(String(error)), stack: '' };
  }
  const { code, cause } = error as Error & { code?: unknown };
  const isDeep = depth === maxDepth;
  const isCode = typeof code === 'string' || typeof code === 'number';
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(isCode ? { code } : {}),
    ...(cause === undefined || isDeep ? {} : { cause: loggable(cause, depth + 1) }),
    ...(error instanceof AggregateError && !isDeep
      ? { errors: error.errors.map((one) => loggable(one, depth + 1)) }
      : {}),
  };
}

/** An error with all that led to it, for the person at the console. */
export function traceOf(error: unknown): string {
  return trace(loggable(error));
}

function trace({ stack, message, cause, errors = [] }: LoggedError): string {
  const reasons = cause === undefined ? errors : [cause, ...errors];
  return [stack || message, ...reasons.map(trace)].join('\ncaused by: ');
}

/** A text without what servers and parsers repeat of their input: credentials, arguments, values. */
function redact(text: string): string {
  return text
    .replace(/\/\/[^/\s]*@/g, '//')
    .replace(/, with args beginning with:[^\n]*/g, '')
    .replace(
      /(invalid input syntax for type [\w ]+|value too long for type [\w ()]+): "[^\n]*"/g,
      '$1',
    );
}
