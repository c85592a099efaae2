import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import type { CheckpointRequest } from './sqlite-checkpoint.ts';

// A request in, '' or the reason of the failure out. The connection is opened for each pass, so
// that the service's own is the last to close and folds the log away.
parentPort!.on('message', (request: CheckpointRequest) =>
  parentPort!.postMessage(checkpoint(request)),
);

function checkpoint({ file, mode }: CheckpointRequest): string {
  try {
    const db = new DatabaseSync(file);
    try {
      db.exec(`PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(${mode})`);
    } finally {
      db.close();
    }
    return '';
  } catch (error) {
    return String(error);
  }
}
