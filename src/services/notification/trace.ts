/** GET /notifications/:id/trace: every decision about a notification, with its instant. */
import type { Caller } from '#kit/web/identity/caller.ts';
import { demandOwn } from '#kit/web/identity/caller.ts';
import { refuse } from './errors.ts';
import { idNumber, type Step } from './notification.ts';
import { notificationIds } from './schemas.ts';
import type { NotificationStore } from './store/notification-store.ts';

/**
 * The store keeps the steps that say more than the notification itself does. That it was accepted,
 * and that an inbox had it at once, follow from its number.
 *
 * @throws Refusal UNKNOWN_NOTIFICATION, STORE_UNAVAILABLE
 */
export async function traceOf(
  store: NotificationStore,
  caller: Caller,
  id: string,
): Promise<Step[]> {
  const n = notificationIds.parse(id);
  const found = n === undefined ? undefined : await store.trace(n);
  if (found === undefined) throw refuse.UNKNOWN_NOTIFICATION();
  const { notification, steps } = found;
  const { user_id, channel, state, firstN, reason } = notification;
  await demandOwn(caller, async () => user_id, refuse.UNKNOWN_NOTIFICATION);
  const at = idNumber(notification);
  const kept = withUnknown(steps);
  const accepted = { at: Math.min(at, kept[0]?.at ?? at), step: 'accepted', channel };
  const trace: Step[] = [accepted, ...kept];
  const cameAtOnce = channel === 'in_app' && ['delivered', 'deleted'].includes(state);
  if (cameAtOnce && firstN === undefined) {
    // Before it was deleted.
    const end = state === 'deleted' ? trace.length - 1 : trace.length;
    trace.splice(end, 0, { at, step: 'result', status: 'delivered' });
  }
  if (state === 'suppressed') trace.push({ at, step: 'result', status: state, reason });
  return inOrder(trace);
}

/**
 * Steps stand in the order in which they were taken. Their instants follow that order although
 * numbers run ahead of the clock and the clocks of replicas differ.
 */
function inOrder(trace: readonly Step[]): Step[] {
  let last = 0;
  return trace.map((step) => ({ ...step, at: (last = Math.max(last, step.at)) }));
}

/** Adds the attempts whose end nobody has recorded: the process that made them has died. */
function withUnknown(steps: readonly Step[]): Step[] {
  let last = 0;
  return steps.flatMap((step) => {
    if (step.step !== 'attempt') return [step];
    const lost = Number(step['attempt']) - last - 1;
    const unknown = Array.from({ length: lost }, (_, i) => {
      return { at: step.at, step: 'attempt', attempt: last + 1 + i, result: 'unknown' };
    });
    last = Number(step['attempt']);
    return [...unknown, step];
  });
}
