import { Type, type Static } from 'typebox';
import { numberedId } from '#kit/base/ids.ts';
import { Id, Name } from '#kit/web/schema.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';

export const channels = ['in_app', 'email', 'push'] as const;

/** `notif_<n>` and `batch_<n>`. */
export const notificationIds = numberedId('notif');
export const batchIds = numberedId('batch');

const Text = Type.String({
  maxLength: 65_536,
  format: 'text',
  description: 'text of the notification; may be empty',
});

/** The last instant that a Date can hold. */
const maxInstant = 8_640_000_000_000_000;
const Instant = (description: string) =>
  Type.Integer({ minimum: 0, maximum: maxInstant, description });

/** A name that is part of a document, or of a path. */
const Label = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', description });

const PushSubscription = Type.Object(
  {
    endpoint: Type.String({
      maxLength: maxUrlLength,
      format: 'text',
      description: 'absolute URL of the push service',
    }),
    keys: Type.Object(
      {
        p256dh: Type.String({
          pattern: '^[A-Za-z0-9_-]{87}=?$',
          description: 'public key of the browser, base64url',
        }),
        auth: Type.String({
          pattern: '^[A-Za-z0-9_-]{22}={0,2}$',
          description: 'authentication secret, base64url',
        }),
      },
      { description: 'what the text is encrypted with (RFC 8291)' },
    ),
  },
  { description: 'where a push goes: the result of PushManager.subscribe() in the browser' },
);

/** The members that a notification and a batch of them have in common. */
const message = {
  // Not an enum, since an unknown channel has its own refusal.
  channel: Type.String({ description: `one of ${channels.join(', ')}` }),
  title: Name('title of the notification, subject of an email'),
  body: Text,
  category: Type.Optional(
    Label('what the notification is about, such as offers; users can turn it off'),
  ),
  urgent: Type.Optional(Type.Boolean({ description: 'true: goes out even in quiet hours' })),
  deliver_at: Type.Optional(
    Instant('when to go out at the earliest, milliseconds since the epoch; the past means now'),
  ),
  digest: Type.Optional(
    Type.Object(
      {
        key: Id('notifications with the same key go out together'),
        window_seconds: Type.Integer({
          minimum: 10,
          maximum: 86_400,
          description: 'time from the first notification until the digest goes out, seconds',
        }),
      },
      {
        description:
          'adds the notification to the open digest of this user, channel, key and recipient, or opens one; not with deliver_at',
      },
    ),
  ),
};

export const SendBody = Type.Object({
  // Without both, or with both, it has a refusal that says so.
  user_id: Type.Optional(Id('the recipient; required unless topic is given')),
  topic: Type.Optional(
    Id('sends to every subscriber of this topic; not with user_id, address or subscription'),
  ),
  ...message,
  address: Type.Optional(
    Type.String({
      maxLength: 320,
      format: 'text',
      description: 'email address; when absent, user_id is used if it is an address',
    }),
  ),
  subscription: Type.Optional(PushSubscription),
});
export type SendBody = Static<typeof SendBody>;

export const BulkBody = Type.Object({
  user_ids: Type.Array(Id(), {
    minItems: 1,
    maxItems: 1_000,
    description: 'the recipients; a user who is named twice gets one notification',
  }),
  ...message,
});
export type BulkBody = Static<typeof BulkBody>;

export const DigestItem = Type.Object({
  title: Type.String({ description: 'title of the notification' }),
  body: Type.String({ description: 'text of the notification' }),
  at: Type.Integer({ description: 'when it joined the digest, milliseconds since the epoch' }),
});
export type DigestItem = Static<typeof DigestItem>;

const statuses = ['delivered', 'sent', 'failed', 'suppressed', 'scheduled', 'queued', 'digested'];

export const Notification = Type.Object({
  id: Type.String({ description: 'notif_<n>' }),
  user_id: Type.String({ description: 'the recipient' }),
  channel: Type.String({ enum: [...channels], description: 'how it reaches the user' }),
  title: Type.String({ description: 'title; for a digest, the title of its first item' }),
  body: Type.String({ description: 'text; for a digest, the texts of all its items' }),
  status: Type.String({
    enum: [...statuses, 'cancelled', 'deleted'],
    description:
      'delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it',
  }),
  simulated: Type.Optional(
    Type.Boolean({
      description: 'true: only a log line was written, because the channel has no server',
    }),
  ),
  created_at: Type.Integer({
    description: 'when it was sent, milliseconds since the epoch; the number in the id',
  }),
  error: Type.Optional(Type.String({ description: 'why the last attempt failed' })),
  retrying: Type.Optional(
    Type.Boolean({ description: 'true: failed so far, and will be tried again' }),
  ),
  category: Type.Optional(Type.String({ description: 'what the notification is about' })),
  deliver_at: Type.Optional(
    Type.Integer({
      description: 'when it goes out or was to go out, milliseconds since the epoch',
    }),
  ),
  reason: Type.Optional(
    Type.String({
      enum: ['channel_off', 'category_off'],
      description: 'why it is suppressed: its channel, or its category on this channel, is off',
    }),
  ),
  items: Type.Optional(
    Type.Array(DigestItem, { description: 'the notifications of a digest, the oldest first' }),
  ),
  read_at: Type.Optional(
    Type.Integer({
      description:
        'when it was first read, milliseconds since the epoch; absent while it is unread',
    }),
  ),
});

export const Batch = Type.Object({ batch_id: Type.String({ description: 'batch_<n>' }) });
export const BatchState = Type.Object({
  batch_id: Type.String({ description: 'batch_<n>' }),
  total: Type.Integer({ description: 'notifications in the batch' }),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description:
      'number of notifications by status, without zeros; retrying: failed so far, and will be tried again',
  }),
});
export const BatchParams = Type.Object({ batch_id: Type.String({ description: 'batch_<n>' }) });

export const SubscriberParams = Type.Object({
  topic: Id('name of the topic'),
  user: Id('the subscriber'),
});
export const TopicParams = Type.Object({ topic: Id('name of the topic') });
export const TopicBody = Type.Object({
  open: Type.Boolean({
    description:
      'true: users may subscribe themselves; false, the default: only services may subscribe them',
  }),
});
export const Topic = Type.Object({
  topic: Type.String({ description: 'name of the topic' }),
  open: Type.Boolean({ description: 'whether users may subscribe themselves' }),
});
export const Subscription = Type.Object({
  topic: Type.String({ description: 'name of the topic' }),
  user_id: Type.String({ description: 'the subscriber' }),
  subscribed: Type.Boolean({ description: 'whether the user is subscribed now' }),
});

const NotificationId = (description: string) =>
  Type.String({ pattern: notificationIds.pattern, description });

// No pattern: a text that cannot be an id is unknown (404).
export const IdParams = Type.Object({ id: Type.String({ description: 'notif_<n>' }) });

const User = Id('owner of the inbox and the preferences');
export const UserQuery = Type.Object({ user: User });
export const UserParams = Type.Object({ user: User });

export const ListQuery = Type.Object({
  user: User,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 1_000,
    description: 'maximum number of notifications per page',
  }),
  before: Type.Optional(NotificationId('id of the last notification of the previous page')),
  unread: Type.Boolean({ default: false, description: 'true: only unread notifications' }),
});
export const List = Type.Object({
  notifications: Type.Array(Notification, { description: 'the newest first' }),
});

export const Count = Type.Object({
  unread: Type.Integer({ description: 'unread notifications in the inbox' }),
  total: Type.Integer({ description: 'all notifications in the inbox' }),
});
export type Count = Static<typeof Count>;
export const ReadAll = Type.Object({
  read: Type.Integer({ description: 'number of notifications that were unread' }),
});
export const Removed = Type.Object({
  id: Type.String({ description: 'notif_<n>' }),
  status: Type.String({
    enum: ['deleted', 'cancelled'],
    description: 'deleted: was in the inbox; cancelled: will never go out',
  }),
});

export const Trace = Type.Object({
  trace: Type.Array(
    Type.Object(
      {
        at: Type.Integer({ description: 'when it happened, milliseconds since the epoch' }),
        step: Type.String({
          description:
            'accepted, preference, deliver_at, quiet_hours, digest, attempt, cancelled, deleted or result; its other members say more',
        }),
      },
      { additionalProperties: true },
    ),
    { description: 'steps, the oldest first' },
  ),
});

export const StreamQuery = Type.Object({ user: User });
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(NotificationId('id of the last event received')),
});
