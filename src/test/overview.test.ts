/** The stream that the console's page follows, over a real socket. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Seconds } from '#kit/observe/overview-messages.ts';
import { withAllServices } from '../openapi.ts';

it('tells what is known first, then each second once, with the details of one service', () =>
  withAllServices(async ({ console: address }) => {
    const unknown = 'reservation_id=unknown';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await fetch(`${address}/api/flash-sale/flash-sale/confirm`, {
      method: 'POST',
      headers,
      body: unknown,
    });
    const events = follow(`${address}/overview/events?service=flash-sale`);
    const seen: Seconds[] = [];
    for await (const event of events) {
      seen.push(event);
      const told = seen.flatMap(({ services }) => services['flash-sale']!.requests);
      if (seen.length >= 3 && told.includes(1)) break;
    }
    const requests = seen.flatMap(({ services }) => services['flash-sale']!.requests);
    // The request is in one second, and each second is told once.
    assert.equal(
      requests.reduce((sum, one) => sum + one, 0),
      1,
    );
    for (const { services, process } of seen.slice(1)) {
      assert.equal(services['flash-sale']!.requests.length, 1);
      assert.equal(process.delay.length, 1);
    }
    const { status, counters, refusals } = seen.at(-1)!.services['flash-sale']!;
    assert.equal(status, 'ready');
    assert.ok(counters !== undefined && 'sold' in counters);
    const [refusal] = refusals!;
    assert.deepEqual([refusal?.status, refusal?.count], [415, 1]);
    assert.equal(seen.at(-1)!.services['geo']!.counters, undefined);
  }));

async function* follow(url: string): AsyncGenerator<Seconds> {
  const response = await fetch(url);
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const [, data] = /^event: seconds\ndata: (.*)$/.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data) as Seconds;
    }
  }
}
