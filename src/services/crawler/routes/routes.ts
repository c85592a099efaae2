import type { App } from '#kit/web/app.ts';
import type { RouteContext } from './context.ts';
import { eventRoute } from './events.ts';
import { jobRoutes } from './jobs.ts';
import { pageRoutes } from './pages.ts';

export function routes(app: App, context: RouteContext): void {
  jobRoutes(app, context);
  pageRoutes(app, context);
  eventRoute(app, context);
}
