/** A line to a server that breaks off, again and again, after a number of bytes from the client. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** @param cuts after how many bytes each connection that sends as many is cut; later ones are not */
export async function breakingLine(address: string, cuts: readonly number[]) {
  const target = new URL(address);
  const left = [...cuts];
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    let sent = 0;
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
    server.pipe(client);
    client.on('data', (chunk: Buffer) => {
      const [cut] = left;
      sent += chunk.length;
      if (cut === undefined || sent < cut) return void server.write(chunk);
      left.shift();
      // The bytes before the cut still arrive.
      server.end(chunk.subarray(0, chunk.length - (sent - cut)));
      client.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
