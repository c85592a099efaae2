import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module of ours in a thread of its own: from source, and from the package that is built of it.
 *
 * @param from `import.meta.url` of the caller
 * @param module beside the caller, without its extension
 */
export function startWorker(from: string, module: string, workerData?: unknown): Worker {
  return new Worker(new URL(`${module}${extname(from)}`, from), { workerData });
}
