import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { setHidden, setMuted } from '../mutes-and-hides.ts';
import * as schemas from '../schemas.ts';
import { neither, noUser, type RouteContext } from './context.ts';

export function muteAndHideRoutes(app: App, { store, clock }: RouteContext): void {
  const own = { access: access.user({ query: 'user' }) };
  const ofAuthors = {
    ...own,
    querystring: schemas.MuteQuery,
    response: { ...noUser, 200: schemas.MuteResult },
  };
  const mute = {
    ...ofAuthors,
    operationId: 'newsFeedMute',
    summary: "Mute an author in one's timeline",
    description:
      "Takes the author's posts out of the user's timeline and stream until the author is unmuted; they keep their places, so no older post moves up. Repeating it is safe. A user cannot mute themselves (400).",
  };
  app.put('/mutes', { schema: mute }, ({ query }) => setMuted(store, query, true, clock()));

  const unmute = {
    ...ofAuthors,
    operationId: 'newsFeedUnmute',
    summary: 'Unmute an author',
    description: "The author's posts are in the timeline again. Repeating it is safe.",
  };
  app.delete('/mutes', { schema: unmute }, ({ query }) => setMuted(store, query, false, clock()));

  const ofPosts = {
    ...own,
    querystring: schemas.HideQuery,
    response: { ...neither, 200: schemas.HideResult },
  };
  const hide = {
    ...ofPosts,
    operationId: 'newsFeedHide',
    summary: "Hide a post in one's timeline",
    description:
      "Takes the post out of the user's timeline and stream until it is unhidden; no older post moves up. Repeating it is safe.",
  };
  app.put('/hides', { schema: hide }, ({ query }) => setHidden(store, query, true, clock()));

  const unhide = {
    ...ofPosts,
    operationId: 'newsFeedUnhide',
    summary: 'Unhide a post',
    description: 'The post is in the timeline again. Repeating it is safe.',
  };
  app.delete('/hides', { schema: unhide }, ({ query }) => setHidden(store, query, false, clock()));
}
