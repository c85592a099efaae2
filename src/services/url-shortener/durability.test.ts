import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess, temporaryFolder } from '#kit/testing.ts';

test('every code that was handed out redirects after kill -9', async (t) => {
  const env = { DATA_DIR: temporaryFolder() };
  const first = await startProcess(t, ['url-shortener'], env);
  const handedOut = new Map<string, string>();
  const enough = Promise.withResolvers<void>();
  const shorten = async (url: string) => {
    const body = JSON.stringify({ url });
    const response = await fetch(`${first.addresses['url-shortener']}/shorten`, {
      method: 'POST',
      body,
    });
    const { data } = (await response.json()) as { data: { code: string } };
    handedOut.set(data.code, url);
    if (handedOut.size === 100) enough.resolve();
  };
  // More than are waited for: the process dies with requests under way.
  const urls = Array.from({ length: 200 }, (_, i) => `https://example.com/${i}`);
  const requests = Promise.allSettled(urls.map(shorten));
  await enough.promise;
  await first.end('SIGKILL');
  await requests;

  const second = await startProcess(t, ['url-shortener'], env);
  for (const [code, url] of handedOut) {
    const address = `${second.addresses['url-shortener']}/${code}`;
    const response = await fetch(address, { redirect: 'manual' });
    assert.equal(response.headers.get('location'), url);
  }
});
