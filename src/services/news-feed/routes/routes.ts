import type { App } from '#kit/web/app.ts';
import type { RouteContext } from './context.ts';
import { peopleRoutes } from './people.ts';
import { postRoutes } from './posts.ts';
import { muteAndHideRoutes } from './mutes-and-hides.ts';
import { commentAndReactionRoutes } from './comments-and-reactions.ts';
import { timelineRoutes } from './timeline.ts';

export function routes(app: App, context: RouteContext): void {
  postRoutes(app, context);
  commentAndReactionRoutes(app, context);
  peopleRoutes(app, context);
  muteAndHideRoutes(app, context);
  timelineRoutes(app, context);
}
