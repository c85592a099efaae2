/** Whether a link leads somewhere now, in the order in which the service tells its reasons. */
import { formatInstant } from '../../live/format.ts';
import type { hawker } from '../../live/hawker.ts';

export type Link = Awaited<ReturnType<typeof hawker.urlShortenerConsole.showLink>>;

export interface Life {
  /** As the colours of states are named. */
  readonly kind: 'open' | 'paused' | 'closed';
  readonly text: string;
}

export function lifeOf(link: Link, now: number): Life {
  const { not_before, expires_at, max_clicks, clicks, disabled } = link;
  if (not_before !== undefined && now < not_before) {
    return { kind: 'paused', text: `from ${formatInstant(not_before)}` };
  }
  if (disabled) return { kind: 'closed', text: 'disabled' };
  if (expires_at !== undefined && now >= expires_at) return { kind: 'closed', text: 'expired' };
  if (max_clicks !== undefined && clicks >= max_clicks) return { kind: 'closed', text: 'used up' };
  return { kind: 'open', text: 'open' };
}
