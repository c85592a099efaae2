import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { IdempotencyHeaders } from '#kit/web/idempotency-key.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { edit, remove } from './change.ts';
import { refuse } from './errors.ts';
import { list } from './list.ts';
import * as schemas from './schemas.ts';
import type { VideoStore } from './store/video-catalog-store.ts';
import { upload, type UploadContext } from './upload.ts';
import { watch } from './watch.ts';

const unavailable = problemResponses(common.STORE_UNAVAILABLE);
const ofVideo = problemResponses(refuse.VIDEO_NOT_FOUND, common.STORE_UNAVAILABLE);

export function routes(app: App, context: UploadContext, clock: Clock): void {
  uploadRoute(app, context, clock);
  videoRoutes(app, context.store, clock);
  listRoutes(app, context.store, clock);
}

function uploadRoute(app: App, context: UploadContext, clock: Clock): void {
  const schema = {
    operationId: 'videoCatalogUpload',
    summary: 'Add a video to the catalog',
    description:
      'Stores the texts; there is no file. The video becomes `processing` after a second and `ready` 0.1 s later. A repeated `Idempotency-Key` stores nothing and answers 200 with the first answer and the present status; a different upload with the same key fails with 422 KEY_REUSED.',
    access: access.service,
    body: schemas.UploadBody,
    headers: IdempotencyHeaders,
    response: {
      ...problemResponses(refuse.KEY_REUSED, common.STORE_UNAVAILABLE),
      200: {
        ...schemas.Uploaded,
        description: 'a repeated key: the first answer, with the present status',
      },
      201: schemas.Uploaded,
    },
  };
  app.post('/videos', { schema }, async ({ body, headers }, reply) => {
    const key = headers['idempotency-key'];
    const { video, isNew } = await upload(context, body, key, clock());
    return reply.code(isNew ? 201 : 200).send({ video });
  });
}

function videoRoutes(app: App, store: VideoStore, clock: Clock): void {
  const watchSchema = {
    operationId: 'videoCatalogWatch',
    summary: 'Show a video and count a view',
    description: 'Counts one view, whatever the status, unless `count=false`. HEAD counts none.',
    access: access.public,
    params: schemas.VideoParams,
    querystring: schemas.WatchQuery,
    response: { ...ofVideo, 200: schemas.VideoResult },
  };
  app.get('/videos/:id', { schema: watchSchema }, async ({ params, query, method }) => {
    const counts = query.count && method !== 'HEAD';
    return { video: await watch(store, params.id, counts, clock()) };
  });

  const editSchema = {
    operationId: 'videoCatalogEdit',
    summary: 'Change the texts of a video',
    description:
      'Members that are absent stay as they are. Lists and searches show the change at once.',
    access: access.service,
    params: schemas.VideoParams,
    body: schemas.EditBody,
    response: { ...ofVideo, 200: schemas.VideoResult },
  };
  app.patch('/videos/:id', { schema: editSchema }, async ({ params, body }) => ({
    video: await edit(store, params.id, body, clock()),
  }));

  const removeSchema = {
    operationId: 'videoCatalogDelete',
    summary: 'Delete a video and its views',
    description: 'Deletes it for good: a repeated request gets 404, and the id is not used again.',
    access: access.service,
    params: schemas.VideoParams,
    response: { ...ofVideo, 200: schemas.Deleted },
  };
  app.delete('/videos/:id', { schema: removeSchema }, async ({ params }) => {
    await remove(store, params.id);
    return { deleted: true };
  });
}

function listRoutes(app: App, store: VideoStore, clock: Clock): void {
  const response = { ...unavailable, 200: schemas.VideoList };

  const listSchema = {
    operationId: 'videoCatalogList',
    summary: 'List videos by age or views',
    description:
      'Filters by tag and status. Follow `next_cursor` with the same filters and the same `sort`.',
    access: access.public,
    querystring: schemas.ListQuery,
    response,
  };
  app.get('/videos', { schema: listSchema }, async ({ query }, reply) =>
    sendList(reply, 'videos', list(store, query, clock())),
  );

  const searchSchema = {
    operationId: 'videoCatalogSearch',
    summary: 'Search videos by any part of their texts',
    description:
      'Finds `q` anywhere in a title, a description or a tag, without regard to case. Filters, order and pages work as in the list of videos.',
    access: access.public,
    querystring: schemas.SearchQuery,
    response,
  };
  app.get('/search', { schema: searchSchema }, async ({ query }, reply) =>
    sendList(reply, 'videos', list(store, query, clock())),
  );
}
