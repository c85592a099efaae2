import { storageError } from '../errors.ts';

type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/** Turns what a full disk throws, that of the record's server too, into STORAGE_FULL. */
export function refusingFullDisk<T extends Methods>(methods: T): T {
  const refusing = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) =>
      method(...args).catch((error: unknown) => {
        throw storageError(error);
      }),
  ]);
  return Object.fromEntries(refusing) as T;
}
