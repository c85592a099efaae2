import { extname } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';

/**
 * Runs a module of ours in a thread of its own: from source, and from the package that is built of it.
 *
 * @param from `import.meta.url` of the caller
 * @param module beside the caller, without its extension
 * @param resourceLimits memory that it may take; it ends when that is not enough
 */
export function startWorker(
  from: string,
  module: string,
  workerData?: unknown,
  resourceLimits?: ResourceLimits,
): Worker {
  const file = new URL(`${module}${extname(from)}`, from);
  return new Worker(file, { workerData, ...(resourceLimits && { resourceLimits }) });
}
