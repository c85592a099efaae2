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
    summary: 'Publish a post',
    description:
      'Delivers the post to its author and to everybody who follows the author now. While identity is on, a user may make `FEED_POSTS_PER_MINUTE` posts and comments a minute (429 QUOTA_EXCEEDED).',
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
    summary: 'Delete a post from all timelines',
    description: 'Erases its content; no older post moves up in its place. Repeating it is safe.',
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
    summary: 'Show how many timelines a post reached',
    description:
      'Describes the moment when the post was made; later follows and unfollows do not change it.',
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
    summary: 'List the posts of a user',
    description: 'The newest first: all of them, or a page with `limit`.',
    access: access.user(),
    params: schemas.UserParams,
    querystring: schemas.PostsQuery,
    response: { ...noUser, 200: schemas.Posts },
  };
  app.get('/users/:id/posts', { schema: list }, async ({ params, query }, reply) =>
    sendList(reply, 'posts', readPosts(store, params.id, query)),
  );
}
