import type { App } from '#kit/web/app.ts';
import { IdempotencyHeaders } from '#kit/web/idempotency-key.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { beginBatch } from '../batches/begin.ts';
import { refuse } from '../errors.ts';
import { toResponse } from '../notification.ts';
import { checkSend } from '../rules/check.ts';
import * as schemas from '../schemas.ts';
import { send } from '../send.ts';
import type { RouteContext } from './context.ts';

export function sendRoute(app: App, context: RouteContext): void {
  const { UNKNOWN_CHANNEL, REQUEST_IN_PROGRESS, DIGEST_FULL, KEY_REUSED, SENDERS_BUSY } = refuse;
  const schema = {
    operationId: 'notificationSend',
    summary: 'Send a notification to a user or topic',
    description:
      'Applies the preferences of the user first, so the notification may be suppressed, scheduled or added to a digest instead of going out. If the sender fails, the answer is still 201, with `status: failed`. A repeated `Idempotency-Key` sends nothing: it answers 200 with the notification as it is now, or 409 if the first attempt has had no result for 5 s.',
    access: context.sendAccess,
    body: schemas.SendBody,
    headers: IdempotencyHeaders,
    response: {
      ...problemResponses(
        common.ADMIN_TOKEN_REQUIRED,
        UNKNOWN_CHANNEL,
        REQUEST_IN_PROGRESS,
        DIGEST_FULL,
        KEY_REUSED,
        SENDERS_BUSY,
        common.STORE_UNAVAILABLE,
      ),
      200: {
        ...schemas.Notification,
        description: 'a repeated key: the notification as it is now',
      },
      201: schemas.Notification,
      202: {
        ...schemas.Batch,
        description: 'sent to a topic: each subscriber will get a notification',
      },
    },
  };
  app.post('/send', { schema }, async ({ body, headers }, reply) => {
    const key = headers['idempotency-key'];
    const checked = checkSend(body);
    const now = context.clock();
    if (checked.kind === 'batch') {
      const { batchId } = await beginBatch(context.store, checked, key, now);
      context.begun();
      return reply.code(202).send({ batch_id: batchId });
    }
    const { notification, isNew } = await send(context, checked.ask, key, now);
    return reply.code(isNew ? 201 : 200).send(toResponse(notification));
  });
}
