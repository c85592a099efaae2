/** Metrics of all workers, added up: a worker asks the primary, which asks all that serve. */
import type { Worker } from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { isOurs, type Message } from './messages.ts';

/** How long a worker may take to tell what it has measured, milliseconds. */
const answerTimeoutMs = 5_000;

let asked = 0;

/**
 * In the primary.
 *
 * @param workers that serve: one that starts does not listen yet
 * @throws Error when one of them neither answers nor ends
 */
export async function sumOf(workers: Iterable<Worker>): Promise<string> {
  const parts = await Promise.all(Array.from(workers, metricsOf));
  return AggregatorRegistry.aggregate(parts).metrics();
}

/** Nothing, when the worker ends before it answers. */
async function metricsOf(worker: Worker): Promise<object[]> {
  const id = asked++;
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const messages = on(worker, 'message', { close: ['exit'], signal });
  // If it has ended in between, its exit follows.
  worker.send({ hawker: 'own metrics', id } satisfies Message, () => {});
  for await (const [message] of messages as AsyncIterable<[unknown]>) {
    if (!isOurs(message) || message.hawker !== 'own metrics' || message.id !== id) continue;
    if (message.metrics === undefined) throw new Error(message.error);
    return message.metrics;
  }
  return [];
}

/**
 * In a worker: yields a function that reads the metrics of all workers, added up.
 *
 * @param own what this worker adds
 */
export function metricsOfAll(own: Registry): () => Promise<string> {
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    if (message.hawker === 'own metrics') return void tellOwn(own, message.id);
    if (message.hawker !== 'metrics') return;
    const { id, text, error } = message;
    if (text === undefined) waiting.get(id)?.reject(new Error(error));
    else waiting.get(id)?.resolve(text);
    waiting.delete(id);
  });
  let asked = 0;
  return () => {
    const id = asked++;
    const answer = Promise.withResolvers<string>();
    waiting.set(id, answer);
    process.send!({ hawker: 'metrics', id } satisfies Message);
    return answer.promise;
  };
}

async function tellOwn(own: Registry, id: number): Promise<void> {
  const answer = await own.getMetricsAsJSON().then(
    (metrics) => ({ metrics }),
    (error: Error) => ({ error: error.message }),
  );
  // A stop may have closed the line to the primary in between.
  const message: Message = { hawker: 'own metrics', id, ...answer };
  process.send!(message, undefined, undefined, () => {});
}
