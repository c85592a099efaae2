import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { setFollowed } from '../follow.ts';
import { listPeople, showUser } from '../people.ts';
import * as schemas from '../schemas.ts';
import { noUser, type RouteContext } from './context.ts';

export function peopleRoutes(app: App, context: RouteContext): void {
  userRoutes(app, context);
  followRoutes(app, context);
  listRoutes(app, context);
}

function userRoutes(app: App, { store, clock }: RouteContext): void {
  const creation = {
    operationId: 'newsFeedAddUser',
    summary: 'Add a user',
    description: 'Answers 201 for a new user, and 200 for one that exists.',
    access: access.user({ body: 'id' }),
    body: schemas.UserBody,
    response: {
      ...problemResponses(common.STORE_UNAVAILABLE),
      200: schemas.UserResult,
      201: schemas.UserResult,
    },
  };
  app.post('/users', { schema: creation }, async ({ body: { id } }, reply) => {
    const isNew = await store.addUser(id, clock());
    return reply.code(isNew ? 201 : 200).send({ id });
  });

  const profile = {
    operationId: 'newsFeedShowUser',
    summary: 'Show a user with follower counts',
    access: access.user(),
    params: schemas.UserParams,
    response: { ...noUser, 200: schemas.Profile },
  };
  app.get('/users/:id', { schema: profile }, ({ params: { id } }) => showUser(store, id));
}

function followRoutes(app: App, { store, clock }: RouteContext): void {
  const follow = {
    operationId: 'newsFeedFollow',
    summary: 'Follow a user',
    description:
      "Posts that the followee makes from now on appear in the follower's timeline; with `backfill`, a new follow also adds the newest earlier ones. Repeating it is safe. Fails with 400 for a user who follows themselves, and with 404 UNKNOWN_USER when either does not exist.",
    access: access.user({ body: 'follower_id' }),
    body: schemas.FollowBody,
    response: { ...noUser, 200: schemas.FollowResult },
  };
  app.post('/follow', { schema: follow }, ({ body }) => setFollowed(store, body, true, clock()));

  // Takes the ids from the query, since proxies may drop the body of a DELETE.
  const unfollow = {
    operationId: 'newsFeedUnfollow',
    summary: 'Stop following a user',
    description:
      'Later posts are not delivered; those already in the timeline stay. Repeating it is safe.',
    access: access.user({ query: 'follower_id' }),
    querystring: schemas.UnfollowQuery,
    response: { ...noUser, 200: schemas.FollowResult },
  };
  app.delete('/follow', { schema: unfollow }, ({ query }) =>
    setFollowed(store, query, false, clock()),
  );
}

function listRoutes(app: App, { store }: RouteContext): void {
  const both = {
    access: access.user(),
    params: schemas.UserParams,
    querystring: schemas.ListQuery,
  };
  const followers = {
    ...both,
    operationId: 'newsFeedListFollowers',
    summary: 'List the followers of a user',
    description: 'In the order in which they became users.',
    response: { ...noUser, 200: schemas.Followers },
  };
  app.get('/users/:id/followers', { schema: followers }, ({ params, query }) =>
    listPeople(store, 'followers', params.id, query),
  );

  const following = {
    ...both,
    operationId: 'newsFeedListFollowing',
    summary: 'List the users that a user follows',
    description: 'In the order in which they became users.',
    response: { ...noUser, 200: schemas.Following },
  };
  app.get('/users/:id/following', { schema: following }, ({ params, query }) =>
    listPeople(store, 'following', params.id, query),
  );
}
