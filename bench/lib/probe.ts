/**
 * Asks a path again as soon as it is answered, in a thread of its own, so that a client's computation
 * is not taken for a wait of the server.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client } from './client.ts';

interface Asked {
  readonly address: string;
  readonly path: string;
}

/** The longest wait for an answer until `work` is done, milliseconds. */
export async function longestWait(asked: Asked, work: () => Promise<unknown>): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  await once(worker, 'message'); // it has connected
  await work();
  worker.postMessage('over');
  const [longest] = (await once(worker, 'message')) as [number];
  return longest;
}

async function probe({ address, path }: Asked): Promise<void> {
  const client = new Client(address, 1);
  const ask = () => client.send({ method: 'GET', path });
  await ask();
  let isOver = false;
  parentPort!.once('message', () => (isOver = true));
  parentPort!.postMessage(0);
  let longest = 0;
  const goesOn = () => !isOver;
  while (goesOn()) {
    const started = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - started);
  }
  await client.close();
  parentPort!.postMessage(longest);
}

if (!isMainThread) await probe(workerData as Asked);
