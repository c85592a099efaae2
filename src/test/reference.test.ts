import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { it } from 'node:test';
import { withAllServices } from '../openapi.ts';

it('the console renders the reference, with nothing from a foreign host', () =>
  withAllServices(async ({ console: address }) => {
    const start = await (await fetch(address)).text();
    assert.match(start, /href="\/reference"/);
    const answer = await fetch(`${address}/reference`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.match(policy, /connect-src 'self';/);
    assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
    const page = await answer.text();
    // Neither the page nor what it may load names another host.
    assert.doesNotMatch(page + policy, /https?:|"\/\//);
    for (const [, path = ''] of page.matchAll(/(?:src|spec-url)="([^"]*)"/g)) {
      const part = await fetch(address + path);
      assert.equal(part.status, 200, path);
      assert.match(part.headers.get('content-type')!, /^(text\/javascript|application\/json); /);
      assert.ok((await part.text()).length > 100_000, path);
    }
  }));

it('links of any page lead to the reference; scripts of any page do not read it', () =>
  withAllServices(async ({ console: address }) => {
    const ask = async (mode: string) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode };
      // Not by `fetch`, which says of itself what its mode is.
      const sent = request(`${address}/reference`, { headers, agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    assert.deepEqual([await ask('navigate'), await ask('no-cors')], [200, 403]);
  }));

it('the renderer is the file that scripts/vendor-reference.ts names, with its licences', () => {
  const root = join(import.meta.dirname, '../..');
  const script = readFileSync(join(root, 'scripts/vendor-reference.ts'), 'utf8');
  const [, version = ''] = /version = '(.*)'/.exec(script)!;
  const [, sha256 = ''] = /sha256 = '(.*)'/.exec(script)!;
  const folder = join(root, 'src/kit/openapi/renderer');
  const file = readFileSync(join(folder, 'openapi-explorer.js'));
  assert.equal(createHash('sha256').update(file).digest('hex'), sha256);
  const licences = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
  assert.ok(licences.includes(`openapi-explorer ${version}\n`));
});
