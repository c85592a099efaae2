import { Client, DatabaseError, type ClientConfig } from 'pg';
import { cut, endSoon } from './listener.ts';

/**
 * Asks the server over a connection of its own whether it answers. An error that it sends is an
 * answer: each query finds out for itself what it means.
 *
 * @throws the driver's error when nobody answers, or the signal aborts
 */
export async function probe(settings: ClientConfig, signal: AbortSignal): Promise<void> {
  const client = new Client(settings);
  // Not handled here: what is under way rejects when the connection breaks.
  client.on('error', () => {});
  const end = () => cut(client, 'no answer to the probe');
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
  } finally {
    void endSoon(client);
  }
}
