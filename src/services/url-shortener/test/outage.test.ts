import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  missing,
  openService,
  readyAgain,
  servers,
} from '#kit/testing/testing.ts';
import { drawCode } from '../code.ts';
import { urlShortener } from '../index.ts';

const long = 'https://example.com/some/long/path?with=query';

test(
  'while PostgreSQL is away, known codes redirect and the rest is 503',
  {
    skip: missing('postgres'),
  },
  async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const service = await openService(t, urlShortener, { DATABASE_URL: url });
    const { app } = service;
    const post = () => app.inject({ method: 'POST', url: '/shorten', payload: { url: long } });
    const [seen, unseen] = [(await post()).json().data.code, (await post()).json().data.code];
    await app.inject(`/${seen}`);
    await service.ready();

    await cut();
    assert.equal((await app.inject(`/${seen}`)).headers.location, long);
    for (const response of [await post(), await app.inject(`/${unseen}`)])
      assertUnavailable(response);
    assert.equal((await app.inject('/not-a-code')).statusCode, 404);
    await assert.rejects(service.ready());

    await mend();
    await readyAgain(service);
    assert.equal((await app.inject(`/${unseen}`)).headers.location, long);
    assert.equal((await app.inject(`/${drawCode()}`)).statusCode, 404);
    assert.equal((await post()).statusCode, 201);
  },
);
