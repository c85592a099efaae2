import { WebSocket } from 'ws';

/** The status that a handshake is answered with. */
export async function handshake(url: string, options: { origin?: string } = {}): Promise<number> {
  const ws = new WebSocket(url.replace('http', 'ws'), options);
  ws.on('error', () => {});
  return new Promise((resolve) => {
    ws.on('open', () => {
      ws.terminate();
      resolve(101);
    });
    ws.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
  });
}
