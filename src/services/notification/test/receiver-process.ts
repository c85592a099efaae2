/** A sender of an operator's own, in a process of its own; see receiver.ts. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Instruction, Report } from './receiver.ts';

let instruction: Exclude<Instruction, { kind: 'look' }> = { kind: 'answer', status: 204 };
/** Those that were asked to wait. */
const waiting = new Set<ServerResponse>();
process.on('message', (given: Instruction) => {
  if (given.kind !== 'look') instruction = given;
  if (given.kind === 'answer') {
    for (const response of waiting) response.writeHead(given.status).end();
    waiting.clear();
  }
  report({ kind: 'instructed' });
});

const report = (what: Report) => void process.send!(what);

const server = createServer((request, response) => void take(request, response));

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  request.socket.once('close', () => report({ kind: 'closed' }));
  const body = await text(request);
  report({ kind: 'received', method, url, headers, body });
  if (instruction.kind === 'stall') {
    waiting.add(response);
    return;
  }
  response.writeHead(instruction.status, instruction.headers).end('x'.repeat(1_000));
}

server.listen(Number(process.argv[2]), '127.0.0.1');
await once(server, 'listening');
report({ kind: 'listening' });
// It ends with the process that started it.
process.on('disconnect', () => process.exit());
