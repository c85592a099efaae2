/** Fills a service by the requests of its examples, and asks what it knows. */
import type { TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Service } from '#kit/host/service.ts';
import type { Environment } from '#kit/host/env.ts';
import type { Example } from '#kit/openapi/examples.ts';
import { answerTo, MadeValues, serveSite } from '#kit/testing/send-examples.ts';
import { eventually, openService, withoutLoops, type OpenService } from '#kit/testing/testing.ts';

/** These count the request itself, or tell which cache answered. */
const notRead = /^GET \/(limited|unlimited)|explain=/;

const method = ({ request }: Example) => request.split(' ')[0]!;
/** Nothing is left of it that could be moved. */
const isRemoval = (example: Example) =>
  method(example) === 'DELETE' && !/\/messages\//.test(example.request);
const isRead = (example: Example) =>
  method(example) === 'GET' && !notRead.test(example.request) && !example.answer.events;

export interface Filled {
  readonly env: Environment;
  readonly names: MadeValues;
  /** How far the clock was turned, milliseconds. */
  readonly elapsedMs: number;
  /** What the service is asked afterwards. */
  readonly reads: readonly Example[];
  /** All requests, in their order. */
  readonly all: readonly Example[];
  /** What may be said again: it is answered as before. */
  readonly repeats: readonly Example[];
}

/** Sends all examples but those that take something away; then the service is stopped. */
export async function fill(
  t: TestContext,
  service: Service,
  stores: Environment,
  more: readonly Example[] = [],
): Promise<Filled> {
  const { env: own = {}, made = [], site, requests } = service.examples!;
  const env = { ...own, ...stores };
  const names = new MadeValues(made);
  if (site) names.set(site.address, await serveSite(t, site));
  const opened = await openService(t, service, env);
  let elapsedMs = 0;
  let hasSkipped = false;
  for (const example of [...more, ...requests]) {
    opened.clock.advance(example.afterMs ?? 0);
    elapsedMs += example.afterMs ?? 0;
    // What a socket or a stream would have told is not waited for.
    const isStream = method(example) === 'GET' && example.answer.events !== undefined;
    hasSkipped ||= isStream;
    if (isStream || isRemoval(example) || (example.eventually && hasSkipped)) continue;
    const send = async () => {
      const got = await answerTo(opened, names.inRequest(example));
      return isDeepStrictEqual(names.inAnswer(got, example.answer), example.answer);
    };
    if (example.eventually) await eventually(send);
    else await send();
  }
  await opened.close();
  const reads = requests.filter(isRead);
  const repeats = requests.filter((example) => Object.keys(example.headers ?? {}).some(isKey));
  const all = requests.filter((example) => !example.answer.events && !example.eventually);
  return { env: own, names, elapsedMs, reads, repeats, all };
}

const isKey = (header: string) => /idempotency-key/i.test(header);

/** What is answered to all that may be asked, and said again; and how all goes on from there. */
export async function answersOf(
  t: TestContext,
  service: Service,
  stores: Environment,
  { env, names, elapsedMs, reads, repeats, all }: Filled,
): Promise<object[]> {
  const opened = await openService(t, service, { ...env, ...stores }, { pauses: withoutLoops });
  opened.clock.advance(elapsedMs);
  const answers: object[] = [];
  for (const example of [...reads, ...repeats]) {
    answers.push({ request: example.request, ...(await ask(opened, names.inRequest(example))) });
  }
  // Ids that are made now are random, so only the statuses are the same.
  for (const { request, ...example } of all) {
    const answer = await answerTo(opened, names.inRequest({ request, ...example }));
    answers.push({ request, status: (answer as { status: number }).status });
  }
  await opened.close();
  return answers;
}

/** They name the request itself, or say how long it took, or belong to one kind of store. */
const own = new Set(['instance', 'ms', 'ETag']);

async function ask(opened: OpenService, example: Example): Promise<object> {
  const answer = await answerTo(opened, example);
  const text = JSON.stringify(answer, (name, value) => (own.has(name) ? '' : (value as unknown)));
  return JSON.parse(text) as object;
}
