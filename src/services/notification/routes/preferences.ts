import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { actsForAll, callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { putPreferences, readPreferences } from '../rules/preferences.ts';
import { Preferences } from '../rules/preference-schemas.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

/** The routes by which users decide about their own notifications: preferences, and topics. */
export function preferenceRoutes(app: App, context: RouteContext): void {
  const { store } = context;
  const common_ = {
    access: access.user({ path: 'user' }),
    params: schemas.UserParams,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: Preferences },
  };
  const putSchema = {
    ...common_,
    operationId: 'notificationPutPreferences',
    body: Preferences,
  };
  app.put('/preferences/:user', { schema: putSchema }, ({ params, body }) =>
    putPreferences(store, params.user, body),
  );
  const showSchema = { ...common_, operationId: 'notificationShowPreferences' };
  app.get('/preferences/:user', { schema: showSchema }, ({ params }) =>
    readPreferences(store, params.user),
  );
  topicRoutes(app, context);
}

function topicRoutes(app: App, { store }: RouteContext): void {
  const openSchema = {
    operationId: 'notificationOpenTopic',
    description:
      'While identity is on, users subscribe to open topics only. Subscriptions stay when a topic is closed.',
    access: access.admin,
    params: schemas.TopicParams,
    body: schemas.TopicBody,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.Topic,
    },
  };
  app.put('/admin/topics/:topic', { schema: openSchema }, async ({ params, body }) => {
    const { topic } = params;
    await store.openTopic(topic, body.open);
    return { topic, open: body.open };
  });

  const shared = {
    access: access.user({ path: 'user' }),
    params: schemas.SubscriberParams,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Subscription },
  };
  const path = '/topics/:topic/subscribers/:user';
  const putSchema = { ...shared, operationId: 'notificationSubscribe' };
  app.put(path, { schema: putSchema }, async ({ raw, params: { topic, user } }) => {
    if (!actsForAll(callerOf(raw)) && !(await store.isTopicOpen(topic))) {
      throw common.FORBIDDEN('users cannot subscribe to this topic; a service can');
    }
    await store.subscribe(topic, user);
    return { topic, user_id: user, subscribed: true };
  });
  const removeSchema = { ...shared, operationId: 'notificationUnsubscribe' };
  app.delete(path, { schema: removeSchema }, async ({ params: { topic, user } }) => {
    await store.unsubscribe(topic, user);
    return { topic, user_id: user, subscribed: false };
  });
}
