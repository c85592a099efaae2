/** The embedded limiter: state in this process. Windows need not survive it. */
import type { Algorithm, RateLimiter } from '../store.ts';
import type { MemoryAlgorithm } from './algorithm.ts';
import { fixedWindow } from './fixed-window.ts';
import { slidingWindow } from './sliding-window.ts';
import { tokenBucket } from './token-bucket.ts';

export type MemoryLimiter = MemoryAlgorithm & RateLimiter;

const algorithms = {
  'sliding-window': slidingWindow,
  'token-bucket': tokenBucket,
  'fixed-window': fixedWindow,
};

export function memoryLimiter(name: Algorithm): MemoryLimiter {
  const algorithm = algorithms[name]();
  return {
    ...algorithm,
    description: 'memory',
    reset: (key) => algorithm.keys.delete(key),
    sweep: (now) => algorithm.keys.sweep(now),
    ready: async () => {},
    close: async () => {},
  };
}
