import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json-stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from './errors.ts';
import { list, search } from './list.ts';
import * as schemas from './schemas.ts';
import { upload, type UploadContext } from './upload.ts';
import { watch } from './watch.ts';

export function routes(app: App, context: UploadContext, clock: Clock): void {
  const { store } = context;
  const unavailable = problemResponses(common.STORE_UNAVAILABLE);

  const uploadSchema = {
    operationId: 'videoCatalogUpload',
    access: access.service,
    body: schemas.UploadBody,
    response: { ...unavailable, 201: schemas.Uploaded },
  };
  app.post('/videos', { schema: uploadSchema }, async ({ body }, reply) => {
    const video = await upload(context, body, clock());
    return reply.code(201).send({ video });
  });

  const listSchema = {
    operationId: 'videoCatalogList',
    access: access.public,
    querystring: schemas.ListQuery,
    response: { ...unavailable, 200: schemas.VideoList },
  };
  app.get('/videos', { schema: listSchema }, async ({ query }, reply) =>
    sendList(reply, 'videos', list(store, query, clock())),
  );

  const watchSchema = {
    operationId: 'videoCatalogWatch',
    access: access.public,
    params: schemas.VideoParams,
    response: {
      ...problemResponses(refuse.VIDEO_NOT_FOUND, common.STORE_UNAVAILABLE),
      200: schemas.VideoResult,
    },
  };
  app.get('/videos/:id', { schema: watchSchema }, async ({ params }) => ({
    video: await watch(store, params.id, clock()),
  }));

  const searchSchema = {
    operationId: 'videoCatalogSearch',
    access: access.public,
    querystring: schemas.SearchQuery,
    response: { ...unavailable, 200: schemas.VideoList },
  };
  app.get('/search', { schema: searchSchema }, async ({ query }, reply) =>
    sendList(reply, 'videos', search(store, query, clock())),
  );
}
