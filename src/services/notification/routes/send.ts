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
      200: { ...schemas.Notification, description: 'a repetition: as it stands now' },
      201: schemas.Notification,
      202: { ...schemas.Batch, description: 'to a topic: each of its subscribers will get theirs' },
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
