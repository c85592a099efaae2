import type { Outcome, Step } from '../notification.ts';
import type { SendResult } from '../senders/sender.ts';

/** The steps of the trace for an attempt; and for the end of the notification, if it was the last. */
export function stepsOf(
  result: SendResult,
  outcome: Outcome,
  attempts: number,
  now: number,
): Step[] {
  const { answer, truncated } = result;
  const { state } = outcome;
  const step = { at: now, step: 'attempt', attempt: attempts, result: result.kind };
  const error = 'error' in outcome ? { error: outcome.error } : {};
  const next = 'dueAt' in outcome ? { next_at: outcome.dueAt } : {};
  const more = { ...(answer !== undefined && { answer }), ...(truncated && { truncated }) };
  const attempt = { ...step, ...more, ...error, ...next };
  if (state === 'pending') return [attempt];
  const status = state === 'simulated' ? 'sent' : state;
  return [attempt, { at: now, step: 'result', status }];
}
