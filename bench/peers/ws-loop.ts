/** The plain way with `ws`: parse, stringify once, send to each client in a loop; keeps nothing. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: Number(process.env['PORT']), host: '127.0.0.1' });
server.on('connection', (ws, request) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [user, room] = [searchParams.get('user'), searchParams.get('room')];
  ws.on('message', (data: Buffer) => {
    const { content } = JSON.parse(data.toString('utf8'));
    const text = JSON.stringify({ user, room, content, timestamp: Date.now() });
    for (const client of server.clients) client.send(text);
  });
});
process.on('SIGTERM', () => process.exit(0));
