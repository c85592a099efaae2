/** Decides about a draft before it is stored: whether its user wants it, and when it is to go out. */
import type { Ask, Joining, Plan, Step } from '../notification.ts';
import type { Preferences, QuietHours } from './preference-schemas.ts';
import { endOfQuietHours } from './quiet-hours.ts';

/** Whether preferences can affect it; for other notifications they are not read. */
export const dependsOnPreferences = ({ channel, category }: Pick<Ask, 'channel' | 'category'>) =>
  channel !== 'in_app' || category !== undefined;

/**
 * 1. A notification that a preference forbids is suppressed.
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
    const result = quietHoursAt(hours, at, ask.urgent);
    at = result.deliver_at ?? at;
    note('quiet_hours', result);
  }
  return at > now ? { kind: 'schedule', deliverAt: at, trace } : { kind: 'send', trace };
}

/**
 * When a part of a digest may go out: at the end of its window, or of the quiet hours then.
 *
 * @param endsAt of the window that it joins, which another may have opened
 * @returns the steps that say so, and the instant if it is later than the window's end
 */
export function decideJoining({ draft, quietHours, trace }: Joining, endsAt: number, now: number) {
  const hours = quietHours && quietHoursAt(quietHours, endsAt, draft.urgent);
  return {
    deliverAt: hours?.deliver_at,
    trace: [...trace, ...(hours ? [{ at: now, step: 'quiet_hours', ...hours }] : [])],
  };
}

/** Applies quiet hours to a notification that is to go out at `at`. */
function quietHoursAt(hours: QuietHours, at: number, urgent = false) {
  const end = endOfQuietHours(hours, at);
  if (end === undefined) return { result: 'outside' };
  return urgent ? { result: 'lifted' } : { result: 'deferred', deliver_at: end };
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
