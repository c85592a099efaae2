/**
 * How long Redis keeps a key after a request: longer than the key is needed. Instants come from the
 * callers, whose clocks may differ. They decide, not the moment when the key vanishes.
 */
export const keyLifetimeMs = (windowMs: number): number => 2 * windowMs + 10_000;
