import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { actsForAll, callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { putPreferences, readPreferences } from '../rules/preferences.ts';
import { Preferences } from '../rules/preference-schemas.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

/** Routes for the preferences of a user and for topics. */
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
    summary: 'Replace the notification preferences of a user',
    description:
      'Applies to notifications sent from now on; those that are already scheduled still go out. A member that is left out means that its notifications are on.',
    body: Preferences,
  };
  app.put('/preferences/:user', { schema: putSchema }, ({ params, body }) =>
    putPreferences(store, params.user, body),
  );
  const showSchema = {
    ...common_,
    operationId: 'notificationShowPreferences',
    summary: 'Show the notification preferences of a user',
    description:
      'If the user has set none, the preferences are empty, which means that everything is on.',
  };
  app.get('/preferences/:user', { schema: showSchema }, ({ params }) =>
    readPreferences(store, params.user),
  );
  topicRoutes(app, context);
}

function topicRoutes(app: App, { store }: RouteContext): void {
  const openSchema = {
    operationId: 'notificationOpenTopic',
    summary: 'Open or close a topic to users',
    description:
      'Matters while identity is on: users can then subscribe themselves to open topics only. A topic is closed at first. Closing it keeps its subscriptions.',
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
  const putSchema = {
    ...shared,
    operationId: 'notificationSubscribe',
    summary: 'Subscribe a user to a topic',
    description:
      'Repeating it changes nothing. While identity is on, users can subscribe themselves only to topics that an operator has opened (403 FORBIDDEN otherwise); services can subscribe anybody.',
  };
  app.put(path, { schema: putSchema }, async ({ raw, params: { topic, user } }) => {
    if (!actsForAll(callerOf(raw)) && !(await store.isTopicOpen(topic))) {
      throw common.FORBIDDEN('users cannot subscribe to this topic; a service can');
    }
    await store.subscribe(topic, user);
    return { topic, user_id: user, subscribed: true };
  });
  const removeSchema = {
    ...shared,
    operationId: 'notificationUnsubscribe',
    summary: 'Unsubscribe a user from a topic',
    description: 'Repeating it changes nothing. Users may leave any topic, open or not.',
  };
  app.delete(path, { schema: removeSchema }, async ({ params: { topic, user } }) => {
    await store.unsubscribe(topic, user);
    return { topic, user_id: user, subscribed: false };
  });
}
