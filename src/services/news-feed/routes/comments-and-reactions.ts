import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { addComment, commenterOf, deleteComment, listComments } from '../comment.ts';
import { refuse } from '../errors.ts';
import { setReaction } from '../react.ts';
import * as schemas from '../schemas.ts';
import { neither, noPost, type RouteContext } from './context.ts';

export function commentAndReactionRoutes(app: App, context: RouteContext): void {
  reactionRoutes(app, context);
  commentRoutes(app, context);
}

function reactionRoutes(app: App, { store }: RouteContext): void {
  const { UNKNOWN_USER, UNKNOWN_POST, TOO_MANY_KINDS } = refuse;
  const both = {
    access: access.user({ query: 'user' }),
    params: schemas.ReactionParams,
    querystring: schemas.ReactionQuery,
  };
  const react = {
    ...both,
    operationId: 'newsFeedReact',
    summary: 'React to a post',
    description:
      'A user has each kind of reaction at most once on a post, so repeating it is safe. Fails with 409 TOO_MANY_KINDS when the post has reactions of 64 other kinds.',
    response: {
      ...problemResponses(UNKNOWN_USER, UNKNOWN_POST, TOO_MANY_KINDS, common.STORE_UNAVAILABLE),
      200: schemas.ReactionResult,
    },
  };
  const path = '/posts/:id/reactions/:kind';
  app.put(path, { schema: react }, ({ params: { id, kind }, query: { user } }) =>
    setReaction(store, { post: id, user, kind }, true),
  );

  const undo = {
    ...both,
    operationId: 'newsFeedTakeReactionBack',
    summary: 'Remove a reaction from a post',
    description: 'Answers the same when there was no such reaction.',
    response: { ...neither, 200: schemas.ReactionResult },
  };
  app.delete(path, { schema: undo }, ({ params: { id, kind }, query: { user } }) =>
    setReaction(store, { post: id, user, kind }, false),
  );
}

function commentRoutes(app: App, { store, posts: quota, clock }: RouteContext): void {
  const comment = {
    operationId: 'newsFeedComment',
    summary: 'Comment on a post',
    description:
      'Counts towards the posts that a user may make a minute while identity is on (429 QUOTA_EXCEEDED).',
    access: access.user({ body: 'user_id' }),
    params: schemas.PostParams,
    body: schemas.CommentBody,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_USER,
        refuse.UNKNOWN_POST,
        common.QUOTA_EXCEEDED,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.Comment,
    },
  };
  app.post('/posts/:id/comments', { schema: comment }, async ({ raw, params, body }, reply) => {
    quota.take(callerOf(raw));
    return reply.code(201).send(await addComment(store, params.id, body, clock()));
  });

  const list = {
    operationId: 'newsFeedListComments',
    summary: 'List the comments on a post',
    description: 'The oldest first. A deleted post is 404.',
    access: access.user(),
    params: schemas.PostParams,
    querystring: schemas.ListQuery,
    response: { ...noPost, 200: schemas.Comments },
  };
  app.get('/posts/:id/comments', { schema: list }, async ({ params, query }, reply) =>
    sendList(reply, 'comments', listComments(store, params.id, query)),
  );

  const deletion = {
    operationId: 'newsFeedDeleteComment',
    summary: 'Delete a comment',
    description: 'Erases it for good. Repeating it is safe.',
    access: access.ownerOf('comment'),
    params: schemas.CommentParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_COMMENT, common.STORE_UNAVAILABLE),
      200: schemas.Deleted,
    },
  };
  app.delete('/comments/:id', { schema: deletion }, async ({ raw, params: { id } }) => {
    await demandOwn(callerOf(raw), () => commenterOf(store, id), refuse.UNKNOWN_COMMENT);
    return deleteComment(store, id);
  });
}
