import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

/** Logs what the request brought, where it says so. */
const script = `
  import './testing.ts';
  import { createLog } from '../host/log.ts';
  import { createTestApp } from './testing.ts';
  const log = createLog('info', { output: { write() {} } });
  const app = createTestApp({ log });
  app.post('/', async ({ headers, url, body, query }) => {
    const lines = {
      nothing: () => log.warn('nothing'),
      token: () => log.warn({ headers }, 'a token'),
      query: () => log.warn({ url }, 'a query'),
      body: () => log.warn({ body }, 'a body'),
      message: () => log.warn('failed for ' + body.password),
    };
    lines[query.log]();
    return {};
  });
  await app.inject({
    url: '/?q=planted-query&log=' + process.argv[1],
    method: 'POST',
    headers: { authorization: 'Bearer planted-token' },
    payload: { password: 'planted-password' },
  });
`;

for (const [what, isFound] of [
  ['nothing', false],
  ['token', true],
  ['query', true],
  ['body', true],
  ['message', true],
] as const) {
  it(`a log line with ${what} of a request ${isFound ? 'fails the process' : 'is fine'}`, () => {
    const options = ['--input-type=module-typescript', '-e', script, what];
    const { status, stderr } = spawnSync(process.execPath, options, { cwd: import.meta.dirname });
    assert.equal(String(stderr).includes('leaked into the log:'), isFound, String(stderr));
    assert.equal(status, isFound ? 1 : 0);
  });
}
