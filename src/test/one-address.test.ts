/** All services at the console's address, as /openapi.json describes them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { EventReader } from '#kit/testing/testing.ts';
import { WebSocket } from 'ws';
import { withAllServices } from '../openapi.ts';

interface Document {
  readonly paths: Record<string, Record<string, object>>;
}

it('every path of the one document is served there', () =>
  withAllServices(async ({ console: consoleUrl }) => {
    const { paths } = (await (await fetch(`${consoleUrl}/openapi.json`)).json()) as Document;
    for (const [path, operations] of Object.entries(paths)) {
      const url = consoleUrl + path.replaceAll(/\{\w+\}/g, 'x');
      const answer = await fetch(url, { method: 'OPTIONS' });
      // tus has an answer of its own to it.
      if ('options' in operations) {
        assert.equal(answer.status, 204, path);
        continue;
      }
      // Answered by the router: with the methods that the path has.
      assert.equal(answer.status, 405, path);
      const methods = new Set(answer.headers.get('allow')!.split(', '));
      for (const method of Object.keys(operations)) {
        assert.ok(methods.has(method.toUpperCase()), `${method} ${path}`);
      }
    }
  }));

it('both variants of dispatch, and operator paths, are told apart by their names', () =>
  withAllServices(async ({ console: consoleUrl }) => {
    const where = { lat: 52.499, lng: 13.402 };
    const answers: unknown[] = [];
    for (const [variant, driver_id] of [
      ['dispatch-a', 'dora'],
      ['dispatch-b', 'emil'],
    ]) {
      const url = `${consoleUrl}/api/${variant}/dispatch`;
      const body = JSON.stringify({ driver_id, ...where });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/driver/location`, { method: 'POST', headers, body });
      for (const one of ['dora', 'emil'])
        answers.push((await fetch(`${url}/drivers/${one}`)).status);
    }
    assert.deepEqual(answers, [200, 404, 404, 200]);
    const ring = await fetch(`${consoleUrl}/api/key-value-console/admin/ring`);
    assert.equal(((await ring.json()) as { version: number }).version, 1);
    assert.equal((await fetch(`${consoleUrl}/api/key-value/admin/ring`)).status, 404);
  }));

it('event streams and WebSockets work there', () =>
  withAllServices(async ({ console: consoleUrl }) => {
    const url = `${consoleUrl}/api/notification/notifications/stream?user=ann`;
    const asked = request(url, { agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const events = new EventReader(response);
    assert.equal(await events.block(), ': open');
    // Where it begins.
    assert.match((await events.block())!, /^id: \w+$/);
    await fetch(`${consoleUrl}/api/notification/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'ann', channel: 'in_app', title: 'Hello', body: '' }),
    });
    assert.match((await events.block())!, /"title":"Hello"/);
    asked.destroy();

    const socket = new WebSocket(
      `${consoleUrl.replace('http', 'ws')}/api/chat/ws?room=kitchen&user=ann`,
    );
    await once(socket, 'open');
    socket.send(JSON.stringify({ content: 'The soup is ready.' }));
    const [message] = (await once(socket, 'message')) as [Buffer];
    assert.equal((JSON.parse(message.toString()) as { seq: number }).seq, 1);
    socket.terminate();
  }));
