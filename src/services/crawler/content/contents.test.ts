/** The thread that makes content: pages that take too long, or too much, do not stop it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { turns } from '#kit/testing/turns.ts';
import { Contents, type MadeContent } from './contents.ts';

const never = new AbortController().signal;
const source = (html: string, url = 'http://a.example/') => {
  return { body: Buffer.from(html), contentType: 'text/html', url };
};
const shown = (contents: readonly MadeContent[]) =>
  contents.map(({ format, body }) => [format, gunzipSync(body).toString()]);
/** Within the bounds on nodes and depth, and yet many seconds of work. */
const slow = `${'<div>'.repeat(100)}x${'</div>'.repeat(100)}`.repeat(220);

function open(t: TestContext, limitMs?: number) {
  const contents = new Contents(limitMs);
  t.after(() => contents.close());
  return contents;
}

test('pages are converted one after the other', async (t) => {
  const contents = open(t);
  const made = await Promise.all(
    [1, 2, 3].map((n) => contents.make(1, source(`<p>page ${n}`), ['text', 'html'], never)),
  );
  assert.deepEqual(
    made.map((one) => shown(one)),
    [1, 2, 3].map((n) => [
      ['html', `<p>page ${n}`],
      ['text', `page ${n}\n`],
    ]),
  );
});

test('a page that takes too long has what was made until then, and the next one is made', async (t) => {
  const contents = open(t, 3_000);
  const made = await contents.make(1, source(slow), ['html', 'text', 'markdown'], never);
  assert.deepEqual(shown(made), [['html', slow]]);
  const other = source('<p>next', 'http://b.example/');
  const next = await contents.make(1, other, ['text'], never);
  assert.deepEqual(shown(next), [['text', 'next\n']]);
});

test('a stop does not wait for a page', async (t) => {
  const contents = open(t);
  const stop = new AbortController();
  const made = contents.make(1, source(slow), ['text'], stop.signal);
  const waiting = contents.make(1, source('<p>late'), ['text'], stop.signal);
  stop.abort();
  assert.deepEqual([await made, await waiting], [[], []]);
});

test('a page of too many nodes, or nodes in nodes, has its HTML only', async (t) => {
  const contents = open(t);
  for (const html of [
    '<'.repeat(1024 * 1024),
    '<div>'.repeat(257),
    `${'<b>'.repeat(300)}${'</i>'.repeat(300)}`,
    '<p>a'.repeat(25_001),
  ]) {
    const made = await contents.make(1, source(html), ['html', 'text', 'markdown'], never);
    assert.deepEqual(shown(made), [['html', html]]);
  }
  const deep = `${'<div>'.repeat(200)}deep`;
  assert.deepEqual(shown(await contents.make(1, source(deep), ['text'], never)), [
    ['text', 'deep\n'],
  ]);
});

test('jobs take turns', async (t) => {
  const contents = open(t);
  const order: string[] = [];
  const make = async (job: number, n: number) => {
    await contents.make(job, source(`<p>${n}`), ['text'], never);
    order.push(`${job}.${n}`);
  };
  await Promise.all([make(1, 1), make(1, 2), make(1, 3), make(2, 1), make(3, 1), make(2, 2)]);
  assert.deepEqual(order, ['1.1', '1.2', '2.1', '3.1', '1.3', '2.2']);
});

test('a host whose pages had to be ended has less time for its next ones', async (t) => {
  const contents = open(t, 8_000);
  const limits: number[] = [];
  const end = setTimeout;
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
    limits.push(ms);
    return end(work, 0);
  });
  const hostile = source(slow, 'http://hostile.example/');
  for (let i = 0; i < 3; i++) await contents.make(i, hostile, ['text'], never);
  await contents.make(3, source(slow, 'http://other.example/'), ['text'], never);
  assert.deepEqual(limits, [8_000, 4_000, 2_000, 8_000]);
});

test('the event loop is free during the conversion', async (t) => {
  const contents = open(t, 3_000);
  await contents.make(1, source('<p>warm'), ['markdown'], never);
  const html = `<article>${'<p>Some <b>text</b> with <a href="/x">links</a>.</p>'.repeat(18_000)}`;
  const counted = turns(t);
  await contents.make(1, source(html), ['html', 'text', 'markdown'], never);
  const count = counted();
  assert.ok(count > 100, `${count} turns`);
});
