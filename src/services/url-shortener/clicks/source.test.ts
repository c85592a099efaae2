import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from './source.ts';

const sourceOf = sources(undefined);
const visit = (headers: Record<string, string>) => sourceOf({ headers, ip: '192.0.2.1' });

test('bots are told by their User-Agent, as they name themselves', () => {
  const agentOf = (agent: string) => visit({ 'user-agent': agent }).agent;
  for (const bot of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
  ]) {
    for (let i = 0; i < 2; i++) assert.equal(agentOf(bot), 'bot', bot);
  }
  const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
  for (let i = 0; i < 2; i++) assert.equal(agentOf(person), 'person');
});

test('a visitor without a User-Agent is unknown, not a person', () => {
  assert.equal(visit({}).agent, 'unknown');
  for (const empty of ['', ' ', '\t'])
    assert.equal(visit({ 'user-agent': empty }).agent, 'unknown');
});

test('the host is that of the page that links to us', () => {
  for (const [referer, host] of [
    ['https://news.example/a?b#c', 'news.example'],
    ['http://NEWS.example:8080', 'news.example'],
    ['http://user:password@news.example/', 'news.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['android-app://com.example', undefined],
    ['about:blank', undefined],
    ['nonsense', undefined],
    ['', undefined],
    ['http://direct/', 'other'],
    ['http://other/', 'other'],
    [`http://${`${'a'.repeat(60)}.`.repeat(5)}example/`, 'other'],
  ] as const) {
    assert.equal(visit({ referer }).host, host, referer);
  }
  assert.equal(visit({}).host, undefined);
});

test('nothing but these is told: no address, no User-Agent, no path', () => {
  const told = sources(() => 'IN')({
    headers: {
      'user-agent': 'secret agent',
      referer: 'https://a.example/secret',
      cookie: 'secret',
    },
    ip: '192.0.2.1',
  });
  assert.deepEqual(told, { agent: 'bot', host: 'a.example', country: 'IN' });
});
