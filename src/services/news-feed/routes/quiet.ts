import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { setHidden, setMuted } from '../quiet.ts';
import * as schemas from '../schemas.ts';
import { neither, noUser, type RouteContext } from './context.ts';

export function quietRoutes(app: App, { store, clock }: RouteContext): void {
  const own = { access: access.user({ query: 'user' }) };
  const ofAuthors = {
    ...own,
    querystring: schemas.MuteQuery,
    response: { ...noUser, 200: schemas.MuteResult },
  };
  const mute = { ...ofAuthors, operationId: 'newsFeedMute' };
  app.put('/mutes', { schema: mute }, ({ query }) => setMuted(store, query, true, clock()));

  const unmute = { ...ofAuthors, operationId: 'newsFeedUnmute' };
  app.delete('/mutes', { schema: unmute }, ({ query }) => setMuted(store, query, false, clock()));

  const ofPosts = {
    ...own,
    querystring: schemas.HideQuery,
    response: { ...neither, 200: schemas.HideResult },
  };
  const hide = { ...ofPosts, operationId: 'newsFeedHide' };
  app.put('/hides', { schema: hide }, ({ query }) => setHidden(store, query, true, clock()));

  const unhide = { ...ofPosts, operationId: 'newsFeedUnhide' };
  app.delete('/hides', { schema: unhide }, ({ query }) => setHidden(store, query, false, clock()));
}
