/** The thread that makes content: pages that take too long, or too much, do not stop it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { turns } from '#kit/testing/turns.ts';
import { Contents, type MadeContent } from './contents.ts';

const never = new AbortController().signal;
const source = (html: string) => {
  return { body: Buffer.from(html), contentType: 'text/html', url: 'http://a.example/' };
};
const shown = (contents: readonly MadeContent[]) =>
  contents.map(({ format, body }) => [format, gunzipSync(body).toString()]);
/** The time of linkedom's parser is quadratic in it: minutes. */
const slow = `${'<b>'.repeat(120_000)}${'</i>'.repeat(120_000)}`;

function open(t: TestContext, limitMs?: number) {
  const contents = new Contents(limitMs);
  t.after(() => contents.close());
  return contents;
}

test('pages are converted one after the other', async (t) => {
  const contents = open(t);
  const made = await Promise.all(
    [1, 2, 3].map((n) => contents.make(source(`<p>page ${n}`), ['text', 'html'], never)),
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
  const made = await contents.make(source(slow), ['html', 'text', 'markdown'], never);
  assert.deepEqual(shown(made), [['html', slow]]);
  const next = await contents.make(source('<p>next'), ['text'], never);
  assert.deepEqual(shown(next), [['text', 'next\n']]);
});

test('a stop does not wait for a page', async (t) => {
  const contents = open(t);
  const stop = new AbortController();
  const made = contents.make(source(slow), ['text'], stop.signal);
  const waiting = contents.make(source('<p>late'), ['text'], stop.signal);
  stop.abort();
  assert.deepEqual([await made, await waiting], [[], []]);
});

test('elements in elements in elements cost the page its text, and nothing else', async (t) => {
  const contents = open(t, 3_000);
  const deep = '<div>'.repeat(50_000);
  const made = await contents.make(source(deep), ['html', 'markdown'], never);
  assert.deepEqual(made[0]?.format, 'html');
  assert.deepEqual(shown(await contents.make(source('<p>next'), ['text'], never)), [
    ['text', 'next\n'],
  ]);
});

test('the event loop is free meanwhile', async (t) => {
  const contents = open(t, 3_000);
  await contents.make(source('<p>warm'), ['markdown'], never);
  const html = `<article>${'<p>Some <b>text</b> with <a href="/x">links</a>.</p>'.repeat(18_000)}`;
  const counted = turns(t);
  await contents.make(source(html), ['html', 'text', 'markdown'], never);
  const count = counted();
  assert.ok(count > 100, `${count} turns`);
});
