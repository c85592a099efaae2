/** The log of the real process about connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { WebSocket } from 'ws';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';

it('a connection is one line at its end, with the id of its request, and no name of its query', async (t) => {
  const env = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'info' };
  const { addresses, output, end } = await startProcess(t, ['chat'], env);
  const address = `${addresses['chat']!.replace('http', 'ws')}/ws`;
  const connect = (query: string, id: string) =>
    new WebSocket(`${address}?${query}`, { headers: { 'x-request-id': id } });
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const ws = connect('user=ann&room=planted-room', 'welcome');
  const [upgrade] = (await once(ws, 'upgrade')) as [IncomingMessage];
  assert.equal(upgrade.headers['x-request-id'], 'welcome');
  assert.deepEqual(lines(), []);
  ws.close();
  await eventually(() => lines().length === 1);

  const refused = connect('room=planted-room', 'refused').on('error', () => {});
  const [, answer] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
  assert.equal(answer.headers['x-request-id'], 'refused');
  const body = (await answer.toArray()).join('');
  assert.equal(JSON.parse(body).instance, 'urn:hawker:request:refused');
  await eventually(() => lines().length === 2);
  assert.deepEqual(
    lines().map(({ request_id, service, route, status }) => [request_id, service, route, status]),
    [
      ['welcome', 'chat', '/ws', 101],
      ['refused', 'chat', '/ws', 400],
    ],
  );
  assert.doesNotMatch(output(), /planted-room/);
  assert.equal(await end('SIGTERM'), 0);
});
