import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { CheckpointReply, CheckpointRequest } from './checkpoint.ts';

// The connection is opened for each pass, so that the service's own is the last to close and
// folds the log away.
parentPort!.on('message', (request: CheckpointRequest) =>
  parentPort!.postMessage(checkpoint(request)),
);

function checkpoint({ file, mode }: CheckpointRequest): CheckpointReply {
  try {
    const url = pathToFileURL(file);
    url.search = '?mode=rw'; // does not create a file that was removed
    const db = new DatabaseSync(url);
    try {
      db.exec('PRAGMA synchronous = FULL');
      return { pages: Number(db.prepare(`PRAGMA wal_checkpoint(${mode})`).get()!['log']) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { pages: 0, failure: String(error) };
  }
}
