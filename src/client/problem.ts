/** Problem documents (RFC 9457) as errors. */

/** Instead of a code, when what has answered is not ours: a proxy, say. */
export const unexpectedAnswer = 'UNEXPECTED_ANSWER';

export class HawkerError<Code extends string = string> extends Error {
  override readonly name = 'HawkerError';
  readonly code: Code;
  readonly status: number;
  /** What is wrong with this very request. */
  readonly detail: string;
  /** Seconds after which the request may be repeated, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The whole document: some refusals have members of their own, such as `available`. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(code: Code, status: number, { detail = '', retryAfter, problem = {} }: Details = {}) {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

interface Details {
  readonly detail?: string;
  readonly retryAfter?: number | undefined;
  readonly problem?: Readonly<Record<string, unknown>>;
}

/** @param body parsed, if it was JSON; else a text */
export function errorOf({ status, headers }: Response, body: unknown): HawkerError {
  const retryAfter = secondsOf(headers.get('retry-after'));
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const { code, detail } = problem;
  if (typeof code !== 'string' || typeof detail !== 'string') {
    return new HawkerError(unexpectedAnswer, status, { retryAfter });
  }
  return new HawkerError(code, status, { detail, retryAfter, problem });
}

/** @param value seconds, or a date */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
