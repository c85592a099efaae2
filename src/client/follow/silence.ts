/** A WebSocket that has died without a word: the network was another one, or the machine slept. */
import { inTime } from '../wait.ts';
import type { Socket } from './socket.ts';

/** The service pings every 30 s, which nobody sees in a browser. */
const maxSilenceMs = 45_000;
const maxAnswerMs = 10_000;

/**
 * The next text of a socket. In silence the service is asked for what the socket should have brought:
 * when there is something, or no answer, the socket is closed.
 *
 * @param isBehind asks, by a request of its own
 * @returns undefined when nothing will come any more
 */
export async function nextText(
  socket: Socket,
  isBehind: (signal: AbortSignal) => Promise<boolean>,
): Promise<string | undefined> {
  const next = socket.next();
  const heard = next.then(() => false);
  const isSilent = () => inTime(heard, maxSilenceMs).catch(() => true);
  while (await isSilent()) {
    const request = new AbortController();
    const isDead = inTime(isBehind(request.signal), maxAnswerMs).catch(() => true);
    if (await Promise.race([heard, isDead])) socket.close();
    request.abort();
  }
  return next;
}
