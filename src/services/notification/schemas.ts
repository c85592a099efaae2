import { Type } from 'typebox';
import { numberedId } from '#kit/ids.ts';
import { Id, Name } from '#kit/web/schema.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';

export const channels = ['in_app', 'email', 'push'] as const;

/** `notif_<n>` */
export const notificationIds = numberedId('notif');

const Text = Type.String({ maxLength: 65_536, format: 'text', description: 'may be empty' });

export const PushSubscription = Type.Object(
  {
    endpoint: Type.String({
      maxLength: maxUrlLength,
      format: 'text',
      description: 'an absolute URL',
    }),
    keys: Type.Object({
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
    }),
  },
  { description: 'what PushManager.subscribe() gives (W3C Push API)' },
);

export const SendBody = Type.Object({
  user_id: Id('the recipient'),
  // No enum: another channel has a refusal of its own.
  channel: Type.String({ description: channels.join(', ') }),
  title: Name(),
  body: Text,
  address: Type.Optional(
    Type.String({
      maxLength: 320,
      format: 'text',
      description: 'where an email goes, if not to user_id',
    }),
  ),
  subscription: Type.Optional(PushSubscription),
});

export const Notification = Type.Object({
  id: Type.String({ description: 'notif_<created_at>' }),
  user_id: Type.String(),
  channel: Type.String({ enum: [...channels] }),
  title: Type.String(),
  body: Type.String(),
  status: Type.String({ enum: ['delivered', 'sent', 'failed'] }),
  simulated: Type.Optional(
    Type.Boolean({ description: 'sent: only a log line was written, as no server is set up' }),
  ),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  error: Type.Optional(Type.String({ description: 'failed: why the last attempt did' })),
  retrying: Type.Optional(Type.Boolean({ description: 'failed: it will be tried again' })),
});

const NotificationId = (description: string) =>
  Type.String({ pattern: notificationIds.pattern, description });

// No pattern: what cannot be an id is unknown (404).
export const IdParams = Type.Object({ id: Type.String({ description: 'notif_<n>' }) });

const User = Id('the recipient');

export const ListQuery = Type.Object({
  user: User,
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
  before: Type.Optional(NotificationId('the last one of the page before')),
});
export const List = Type.Object({ notifications: Type.Array(Notification) });

export const StreamQuery = Type.Object({ user: User });
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(NotificationId('the last one received')),
});
