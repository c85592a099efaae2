/** Ports for servers that must know theirs before they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the kernel gives to outgoing connections (from 32,768 on by default): one of
 * those might take a port before its server does.
 */
const [lowest, beyond] = [12_000, 32_000];

const given = new Set<number>();

/** A port that nothing listens on, on loopback; in one process never the same twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (beyond - lowest));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}
