import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json-stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from './errors.ts';
import { setFollowed } from './follow.ts';
import { deletePost, publish } from './publish.ts';
import { readPosts, readTimeline } from './read.ts';
import * as schemas from './schemas.ts';
import type { FeedStore } from './store/store.ts';

const away = problemResponses(common.STORE_UNAVAILABLE);
const noUser = problemResponses(refuse.UNKNOWN_USER, common.STORE_UNAVAILABLE);

export function routes(app: App, store: FeedStore, clock: Clock): void {
  const users = {
    operationId: 'newsFeedAddUser',
    access: access.user({ body: 'id' }),
    body: schemas.UserBody,
    response: { ...away, 200: schemas.UserResult, 201: schemas.UserResult },
  };
  app.post('/users', { schema: users }, async ({ body: { id } }, reply) => {
    const isNew = await store.addUser(id, clock());
    return reply.code(isNew ? 201 : 200).send({ id });
  });

  const posts = {
    operationId: 'newsFeedPublish',
    access: access.user({ body: 'user_id' }),
    body: schemas.PostBody,
    response: { ...noUser, 201: schemas.Post },
  };
  app.post('/posts', { schema: posts }, async ({ body }, reply) =>
    reply.code(201).send(await publish(store, body, clock())),
  );

  const deletion = {
    operationId: 'newsFeedDeletePost',
    access: access.ownerOf('post'),
    params: schemas.PostParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_POST, common.STORE_UNAVAILABLE),
      200: schemas.Deleted,
    },
  };
  app.delete('/posts/:id', { schema: deletion }, async ({ raw, params: { id } }) => {
    await demandOwn(callerOf(raw), () => store.authorOf(id), refuse.UNKNOWN_POST);
    return deletePost(store, id);
  });

  const follow = {
    operationId: 'newsFeedFollow',
    access: access.user({ body: 'follower_id' }),
    body: schemas.FollowBody,
    response: { ...noUser, 200: schemas.FollowResult },
  };
  app.post('/follow', { schema: follow }, ({ body }) => setFollowed(store, body, true));

  // By query: proxies may drop the body of a DELETE.
  const unfollow = {
    operationId: 'newsFeedUnfollow',
    access: access.user({ query: 'follower_id' }),
    querystring: schemas.FollowBody,
    response: { ...noUser, 200: schemas.FollowResult },
  };
  app.delete('/follow', { schema: unfollow }, ({ query }) => setFollowed(store, query, false));

  readingRoutes(app, store);
}

function readingRoutes(app: App, store: FeedStore): void {
  const timeline = {
    operationId: 'newsFeedTimeline',
    access: access.user({ query: 'user' }),
    querystring: schemas.TimelineQuery,
    response: { ...noUser, 200: schemas.Timeline },
  };
  app.get('/timeline', { schema: timeline }, async ({ query }, reply) =>
    sendList(reply, 'timeline', readTimeline(store, query)),
  );

  const posts = {
    operationId: 'newsFeedListPosts',
    access: access.user(),
    params: schemas.UserParams,
    querystring: schemas.PostsQuery,
    response: { ...noUser, 200: schemas.Posts },
  };
  app.get('/users/:id/posts', { schema: posts }, async ({ params, query }, reply) =>
    sendList(reply, 'posts', readPosts(store, params.id, query)),
  );
}
