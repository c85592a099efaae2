/**
 * Asks an address again and again, in a thread of its own so that the attacker's work does not count.
 * Told to stop, it posts the longest wait, milliseconds.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';

let longestMs = 0;
const over = new AbortController();
parentPort!.once('message', () => over.abort());
while (!over.signal.aborted) {
  const began = performance.now();
  const answer = await fetch(workerData as string);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${String(workerData)}: ${answer.status}`);
  longestMs = Math.max(longestMs, performance.now() - began);
  await pause(10);
}
parentPort!.postMessage(longestMs);
