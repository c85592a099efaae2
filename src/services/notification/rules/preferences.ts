/** PUT and GET /preferences/:user. */
import { invalid } from '#kit/web/problem.ts';
import type { Preferences } from './preference-schemas.ts';
import type { NotificationStore } from '../store/notification-store.ts';
import { checkQuietHours } from './quiet-hours.ts';

/** Members that say nothing. */
const none: Preferences = { channels: {}, categories: {} };

/**
 * Replaces all preferences of a user.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function putPreferences(
  store: NotificationStore,
  userId: string,
  given: Preferences,
): Promise<Preferences> {
  if (given.quiet_hours !== undefined) checkQuietHours(given.quiet_hours);
  const wrong = Object.keys(given.categories).find((name) => !name.isWellFormed());
  if (wrong !== undefined) throw invalid('categories', 'must have names in well-formed Unicode');
  const preferences = known(given);
  await store.putPreferences(userId, preferences);
  return preferences;
}

/** @returns the preferences in force; a user without any wants everything */
export async function readPreferences(
  store: NotificationStore,
  userId: string,
): Promise<Preferences> {
  const found = await store.preferences([userId]);
  return found.get(userId) ?? none;
}

/** Without the members that we do not know. */
function known({ channels, categories, quiet_hours }: Preferences): Preferences {
  const { email, push } = channels;
  const entries = Object.entries(categories).map(([name, { email, push, in_app }]) => [
    name,
    given({ email, push, in_app }),
  ]);
  const hours = quiet_hours && {
    timezone: quiet_hours.timezone,
    from: quiet_hours.from,
    to: quiet_hours.to,
  };
  return {
    channels: given({ email, push }),
    categories: Object.fromEntries(entries) as Preferences['categories'],
    ...(hours && { quiet_hours: hours }),
  };
}

function given<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, on]) => on !== undefined)) as T;
}
