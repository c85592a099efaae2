import type { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from '../store.ts';

export interface MemoryAlgorithm {
  /** What is known of each key. */
  readonly keys: IdleMap<unknown>;
  /** Decides at once: there is nothing to wait for. */
  allow(key: string, limit: number, windowMs: number, now: number): Decision;
}
