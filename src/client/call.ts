/** What a method gives back: a promise of the answer, which can also be asked for all there is. */
import type { HawkerError } from './problem.ts';

/** `error` instead of an exception, for those who expect refusals. */
export type Result<T, Code extends string = string> =
  | { readonly data: T; readonly error?: undefined; readonly response: Response }
  | {
      readonly data?: undefined;
      readonly error: HawkerError<Code>;
      /** Its body has been read. */
      readonly response: Response;
    };

/** Rejects with a HawkerError when the service refuses, and as `fetch` does when nothing answers. */
export interface Call<T, Code extends string = string> extends Promise<T> {
  /** The answer or the refusal, whose `code` is typed, and the headers. */
  result(): Promise<Result<T, Code>>;
}

export function call(answered: Promise<Result<unknown>>): Call<unknown> {
  const data = answered.then(({ data, error }) => {
    if (error !== undefined) throw error;
    return data;
  });
  const result = () => {
    // Nobody waits for it then.
    data.catch(() => {});
    return answered;
  };
  return Object.assign(data, { result });
}
