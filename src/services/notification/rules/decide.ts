/** What becomes of a draft before it is stored: what its user wants, and when it is to go out. */
import type { Ask, Plan, Step } from '../notification.ts';
import type { Preferences } from './preference-schemas.ts';
import { endOfQuietHours } from './quiet-hours.ts';

/** Whether a preference can say anything about it: of others, nobody looks preferences up. */
export const dependsOnPreferences = ({ channel, category }: Pick<Ask, 'channel' | 'category'>) =>
  channel !== 'in_app' || category !== undefined;

/**
 * 1. What a preference forbids is suppressed.
 * 2. It does not go out before `deliver_at`.
 * 3. An email or push does not go out in quiet hours, unless it is urgent.
 *
 * @param preferences undefined: the user has none
 */
export function decide(preferences: Preferences | undefined, ask: Ask, now: number): Plan {
  const trace: Step[] = [];
  const note = (step: string, more: object) => void trace.push({ at: now, step, ...more });
  if (preferences !== undefined && dependsOnPreferences(ask)) {
    const reason = whatForbids(preferences, ask);
    note('preference', { result: reason ?? 'allowed' });
    if (reason !== undefined) return { kind: 'suppress', reason, trace };
  }
  let at = now;
  if (ask.deliver_at !== undefined && ask.deliver_at > now) {
    at = ask.deliver_at;
    note('deliver_at', { deliver_at: at });
  }
  const hours = ask.channel === 'in_app' ? undefined : preferences?.quiet_hours;
  if (hours !== undefined) {
    const end = endOfQuietHours(hours, at);
    const result = end === undefined ? 'outside' : ask.urgent ? 'lifted' : 'deferred';
    if (end !== undefined && result === 'deferred') at = end;
    note('quiet_hours', { result, ...(result === 'deferred' && { deliver_at: at }) });
  }
  return at > now ? { kind: 'schedule', deliverAt: at, trace } : { kind: 'send', trace };
}

/** The channel as a whole, or the category on this channel. */
function whatForbids(
  { channels, categories }: Preferences,
  { channel, category }: Ask,
): string | undefined {
  if (channel !== 'in_app' && channels[channel] === false) return 'channel_off';
  if (category === undefined || !Object.hasOwn(categories, category)) return undefined;
  return categories[category]![channel] === false ? 'category_off' : undefined;
}
