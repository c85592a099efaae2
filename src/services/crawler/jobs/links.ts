/** A link that was found becomes a URL of the frontier. */
import type { VisitContext } from './visit-context.ts';

/**
 * Queues a URL, or records that it is out of scope. Nothing happens when it is known.
 *
 * @param url in normal form
 */
export async function addLink(
  { frontier, scope }: Pick<VisitContext, 'frontier' | 'scope'>,
  url: string,
  depth: number,
): Promise<void> {
  // Most links of a page are known, and most jobs have no scope.
  if (scope === undefined || frontier.knows(url)) return frontier.add(url, depth, 'queued');
  const option = await scope.leavesOut(url, depth);
  if (option === undefined) frontier.add(url, depth, 'queued');
  else frontier.add(url, depth, 'out of scope', option);
}
