import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alphanumericCode } from '#kit/ids.ts';
import { relay } from '#kit/testing-process.ts';
import { assertUnavailable, missing, openService, servers } from '#kit/testing.ts';
import { urlShortener } from './index.ts';

const long = 'https://example.com/some/long/path?with=query';
const newCode = alphanumericCode(7);

test(
  'while PostgreSQL is away, known codes redirect and the rest is 503',
  {
    skip: missing('postgres'),
  },
  async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const { app, running } = await openService(t, urlShortener, { DATABASE_URL: url });
    const post = () => app.inject({ method: 'POST', url: '/shorten', payload: { url: long } });
    const [seen, unseen] = [(await post()).json().data.code, (await post()).json().data.code];
    await app.inject(`/${seen}`);
    await running.ready();

    await cut();
    assert.equal((await app.inject(`/${seen}`)).headers.location, long);
    for (const response of [await post(), await app.inject(`/${unseen}`)])
      assertUnavailable(response);
    assert.equal((await app.inject('/not-a-code')).statusCode, 404);
    await assert.rejects(running.ready());

    await mend();
    assert.equal((await app.inject(`/${unseen}`)).headers.location, long);
    assert.equal((await app.inject(`/${newCode()}`)).statusCode, 404);
    assert.equal((await post()).statusCode, 201);
    await running.ready();
  },
);
