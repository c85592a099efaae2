import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import { deletePost, publish } from '../publish.ts';
import { readPosts } from '../read.ts';
import { showReceipt } from '../reasons.ts';
import * as schemas from '../schemas.ts';
import { noPost, noUser, type RouteContext } from './context.ts';

export function postRoutes(app: App, { store, posts: quota, clock }: RouteContext): void {
  const posts = {
    operationId: 'newsFeedPublish',
    access: access.user({ body: 'user_id' }),
    body: schemas.PostBody,
    response: {
      ...problemResponses(refuse.UNKNOWN_USER, common.QUOTA_EXCEEDED, common.STORE_UNAVAILABLE),
      201: schemas.Post,
    },
  };
  app.post('/posts', { schema: posts }, async ({ raw, body }, reply) => {
    quota.take(callerOf(raw));
    return reply.code(201).send(await publish(store, body, clock()));
  });

  const deletion = {
    operationId: 'newsFeedDeletePost',
    access: access.ownerOf('post'),
    params: schemas.PostParams,
    response: { ...noPost, 200: schemas.Deleted },
  };
  app.delete('/posts/:id', { schema: deletion }, async ({ raw, params: { id } }) => {
    await demandOwn(callerOf(raw), () => store.authorOf(id), refuse.UNKNOWN_POST);
    return deletePost(store, id, clock());
  });

  const receipt = {
    operationId: 'newsFeedShowReceipt',
    access: access.ownerOf('post'),
    params: schemas.PostParams,
    response: { ...noPost, 200: schemas.Receipt },
  };
  app.get('/posts/:id/receipt', { schema: receipt }, async ({ raw, params: { id } }) => {
    await demandOwn(callerOf(raw), () => store.authorOf(id), refuse.UNKNOWN_POST);
    return showReceipt(store, id);
  });

  const list = {
    operationId: 'newsFeedListPosts',
    access: access.user(),
    params: schemas.UserParams,
    querystring: schemas.PostsQuery,
    response: { ...noUser, 200: schemas.Posts },
  };
  app.get('/users/:id/posts', { schema: list }, async ({ params, query }, reply) =>
    sendList(reply, 'posts', readPosts(store, params.id, query)),
  );
}
