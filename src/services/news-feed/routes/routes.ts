import type { App } from '#kit/web/app.ts';
import type { RouteContext } from './context.ts';
import { peopleRoutes } from './people.ts';
import { postRoutes } from './posts.ts';
import { quietRoutes } from './quiet.ts';
import { talkRoutes } from './talk.ts';
import { timelineRoutes } from './timeline.ts';

export function routes(app: App, context: RouteContext): void {
  postRoutes(app, context);
  talkRoutes(app, context);
  peopleRoutes(app, context);
  quietRoutes(app, context);
  timelineRoutes(app, context);
}
