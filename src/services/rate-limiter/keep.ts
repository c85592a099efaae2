/**
 * How long Redis keeps a key, milliseconds: longer than it is needed. Instants come from the
 * callers, whose clocks may differ: they decide, not the vanishing.
 */
export const keepFor = (window: number): number => 2 * window + 10_000;
