import type { App } from '#kit/web/app.ts';
import { lotteryRoutes } from '../lottery/routes.ts';
import { adminRoutes } from './admin.ts';
import { buyerRoutes } from './buyer.ts';
import { queueRoutes } from './queue.ts';
import type { RouteContext } from './context.ts';

export function routes(app: App, context: RouteContext): void {
  buyerRoutes(app, context);
  queueRoutes(app, context);
  lotteryRoutes(app, context);
  adminRoutes(app, context);
}
