import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses, tooManyStreams } from '#kit/web/problem.ts';
import { refuse, unknownUser } from '../errors.ts';
import { timelineFeed } from '../live.ts';
import { readTimeline } from '../read.ts';
import { explain } from '../reasons.ts';
import * as schemas from '../schemas.ts';
import { neither, noUser, type RouteContext } from './context.ts';

export function timelineRoutes(app: App, context: RouteContext): void {
  const { store } = context;
  const own = { access: access.user({ query: 'user' }) };
  const timeline = {
    ...own,
    operationId: 'newsFeedTimeline',
    summary: 'Read the timeline of a user',
    description:
      'The newest posts that were delivered to the user, their own included, without deleted, muted and hidden ones. A timeline keeps the newest `FEED_TIMELINE_MAX`. Page with `offset` or, so that new posts do not shift the pages, with `cursor`; both together are 400.',
    querystring: schemas.TimelineQuery,
    response: { ...noUser, 200: schemas.Timeline },
  };
  app.get('/timeline', { schema: timeline }, async ({ query }, reply) =>
    sendList(reply, 'timeline', readTimeline(store, query)),
  );

  const why = {
    ...own,
    operationId: 'newsFeedExplain',
    summary: 'Explain why a timeline shows a post',
    description:
      'Says why the timeline shows the post or does not, and since when. If several reasons apply, the first of them is given.',
    querystring: schemas.WhyQuery,
    response: { ...neither, 200: schemas.Why },
  };
  app.get('/timeline/why', { schema: why }, ({ query: { user, post } }) =>
    explain(store, user, post),
  );

  streamRoute(app, context);
}

function streamRoute(app: App, { store, streams }: RouteContext): void {
  const schema = {
    operationId: 'newsFeedFollowTimeline',
    summary: 'Follow the timeline of a user live',
    description:
      'Server-sent events: a `post` for each new post of the timeline, without deleted, muted and hidden ones. The stream begins with the next post, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice.',
    access: access.user({ query: 'user' }),
    querystring: schemas.StreamQuery,
    headers: schemas.StreamHeaders,
    response: {
      ...problemResponses(refuse.UNKNOWN_USER, ...tooManyStreams, common.STORE_UNAVAILABLE),
      200: {
        description: 'an endless stream',
        content: { 'text/event-stream': { schema: schemas.Post } },
      },
    },
  };
  app.get('/timeline/stream', { schema }, async ({ query: { user }, headers }, reply) => {
    // The last post is read first, so that posts made in between are sent.
    const last = await store.last();
    if ((await store.profile(user)) === undefined) throw unknownUser(user);
    const received = headers['last-event-id'];
    // A number that does not exist yet must come from another store.
    const after = received === undefined ? last : Math.min(Number(received), last);
    streams.answer(reply, user, timelineFeed(store, user, after));
  });
}
