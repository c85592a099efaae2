import type { App } from '#kit/web/app.ts';
import { batchRoutes } from './batches.ts';
import { unreadRoutes } from './unread.ts';
import type { RouteContext } from './context.ts';
import { inboxRoutes } from './inbox.ts';
import { preferenceRoutes } from './preferences.ts';
import { sendRoute } from './send.ts';

export function routes(app: App, context: RouteContext): void {
  sendRoute(app, context);
  inboxRoutes(app, context);
  unreadRoutes(app, context);
  preferenceRoutes(app, context);
  batchRoutes(app, context);
}
