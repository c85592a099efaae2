import type { App } from '#kit/web/app.ts';
import { IdempotencyHeaders } from '#kit/web/idempotency-key.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { beginBatch, showBatch } from '../batches/begin.ts';
import { refuse } from '../errors.ts';
import { checkBulk } from '../rules/check.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

export function batchRoutes(app: App, { store, clock, sendAccess, begun }: RouteContext): void {
  const bulkSchema = {
    operationId: 'notificationSendInBulk',
    summary: 'Send a notification to many users',
    description:
      'Stores the batch and answers 202; after that each user gets one notification, even if the process is killed. Preferences, schedules and digests apply to each user as in `/send`. A repeated `Idempotency-Key` answers with the same batch and sends nothing.',
    access: sendAccess,
    body: schemas.BulkBody,
    headers: IdempotencyHeaders,
    response: {
      ...problemResponses(
        common.ADMIN_TOKEN_REQUIRED,
        refuse.UNKNOWN_CHANNEL,
        refuse.KEY_REUSED,
        common.STORE_UNAVAILABLE,
      ),
      202: {
        ...schemas.Batch,
        description: 'the batch is stored: each user will get a notification',
      },
    },
  };
  app.post('/send/bulk', { schema: bulkSchema }, async ({ body, headers }, reply) => {
    const key = headers['idempotency-key'];
    const { batchId } = await beginBatch(store, checkBulk(body), key, clock());
    begun();
    return reply.code(202).send({ batch_id: batchId });
  });

  const showSchema = {
    operationId: 'notificationShowBatch',
    summary: 'Show the progress of a batch',
    access: access.service,
    params: schemas.BatchParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_BATCH, common.STORE_UNAVAILABLE),
      200: schemas.BatchState,
    },
  };
  app.get('/batches/:batch_id', { schema: showSchema }, ({ params }) =>
    showBatch(store, params.batch_id, clock()),
  );
}
