import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';

// One file name in, '' or the reason of the failure out. The connection is opened for each pass,
// so that the service's own is the last to close and folds the log away.
parentPort!.on('message', (file: string) => parentPort!.postMessage(checkpoint(file)));

function checkpoint(file: string): string {
  try {
    const db = new DatabaseSync(file);
    try {
      db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)');
    } finally {
      db.close();
    }
    return '';
  } catch (error) {
    return String(error);
  }
}
