import { Type, type Static } from 'typebox';
import { numberedId } from '#kit/base/ids.ts';
import { Id, Name } from '#kit/web/schema.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';

export const channels = ['in_app', 'email', 'push'] as const;

/** `notif_<n>` and `batch_<n>`. */
export const notificationIds = numberedId('notif');
export const batchIds = numberedId('batch');

const Text = Type.String({ maxLength: 65_536, format: 'text', description: 'may be empty' });

/** The last one that a Date can hold. */
const maxInstant = 8_640_000_000_000_000;
const Instant = (description: string) =>
  Type.Integer({ minimum: 0, maximum: maxInstant, description: `${description}, milliseconds` });

/** A name that is part of a document, or of a path. */
const Label = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, format: 'id', description });

const PushSubscription = Type.Object(
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

/** What one notification and a batch of them have in common. */
const message = {
  // No enum: another channel has a refusal of its own.
  channel: Type.String({ description: channels.join(', ') }),
  title: Name(),
  body: Text,
  category: Type.Optional(Label('what it is about, for the preferences of its user')),
  urgent: Type.Optional(Type.Boolean({ description: 'goes out in quiet hours, too' })),
  deliver_at: Type.Optional(Instant('not before this instant; one that is past is now')),
  digest: Type.Optional(
    Type.Object(
      {
        key: Id('digests with other keys go out on their own'),
        window_seconds: Type.Integer({ minimum: 10, maximum: 86_400 }),
      },
      {
        description:
          'joins the digest of user, channel, key and recipient, or opens one; not with deliver_at',
      },
    ),
  ),
};

export const SendBody = Type.Object({
  // Without both, or with both, it has a refusal that says so.
  user_id: Type.Optional(Id('the recipient; required without a topic')),
  topic: Type.Optional(
    Id('to all who subscribe to it, instead of user_id; not with address or subscription'),
  ),
  ...message,
  address: Type.Optional(
    Type.String({
      maxLength: 320,
      format: 'text',
      description: 'where an email goes, if not to user_id',
    }),
  ),
  subscription: Type.Optional(PushSubscription),
});
export type SendBody = Static<typeof SendBody>;

export const BulkBody = Type.Object({
  user_ids: Type.Array(Id(), {
    minItems: 1,
    maxItems: 1_000,
    description: 'the recipients; one who is named twice gets one',
  }),
  ...message,
});
export type BulkBody = Static<typeof BulkBody>;

export const DigestItem = Type.Object({
  title: Type.String(),
  body: Type.String(),
  at: Type.Integer({ description: 'when it was sent, milliseconds' }),
});
export type DigestItem = Static<typeof DigestItem>;

const statuses = ['delivered', 'sent', 'failed', 'suppressed', 'scheduled', 'queued', 'digested'];

export const Notification = Type.Object({
  id: Type.String({ description: 'notif_<created_at>' }),
  user_id: Type.String(),
  channel: Type.String({ enum: [...channels] }),
  title: Type.String(),
  body: Type.String(),
  status: Type.String({
    enum: [...statuses, 'cancelled', 'deleted'],
    description: 'suppressed: a preference forbids it; scheduled: until deliver_at',
  }),
  simulated: Type.Optional(
    Type.Boolean({ description: 'sent: only a log line was written, as no server is set up' }),
  ),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  error: Type.Optional(Type.String({ description: 'failed: why the last attempt did' })),
  retrying: Type.Optional(Type.Boolean({ description: 'failed: it will be tried again' })),
  category: Type.Optional(Type.String()),
  deliver_at: Type.Optional(Type.Integer({ description: 'when it goes out, or was to' })),
  reason: Type.Optional(
    Type.String({
      enum: ['channel_off', 'category_off'],
      description: 'suppressed: which preference forbids it',
    }),
  ),
  items: Type.Optional(Type.Array(DigestItem, { description: 'a digest: what has joined it' })),
  read_at: Type.Optional(Type.Integer({ description: 'when it was first read, milliseconds' })),
});

export const Batch = Type.Object({ batch_id: Type.String({ description: 'batch_<n>' }) });
export const BatchState = Type.Object({
  batch_id: Type.String(),
  total: Type.Integer({ description: 'how many notifications it is' }),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'by status; none is 0; retrying: has failed and is tried again',
  }),
});
export const BatchParams = Type.Object({ batch_id: Type.String({ description: 'batch_<n>' }) });

export const SubscriberParams = Type.Object({ topic: Id(), user: Id('who subscribes') });
export const TopicParams = Type.Object({ topic: Id() });
export const TopicBody = Type.Object({
  open: Type.Boolean({
    description: 'true: users may subscribe; false, as at first: services only',
  }),
});
export const Topic = Type.Object({ topic: Type.String(), open: Type.Boolean() });
export const Subscription = Type.Object({
  topic: Type.String(),
  user_id: Type.String(),
  subscribed: Type.Boolean(),
});

const NotificationId = (description: string) =>
  Type.String({ pattern: notificationIds.pattern, description });

// No pattern: what cannot be an id is unknown (404).
export const IdParams = Type.Object({ id: Type.String({ description: 'notif_<n>' }) });

const User = Id('the recipient');
export const UserQuery = Type.Object({ user: User });
export const UserParams = Type.Object({ user: User });

export const ListQuery = Type.Object({
  user: User,
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
  before: Type.Optional(NotificationId('the last one of the page before')),
  unread: Type.Boolean({ default: false, description: 'only those that are not read' }),
});
export const List = Type.Object({ notifications: Type.Array(Notification) });

export const Count = Type.Object({ unread: Type.Integer(), total: Type.Integer() });
export type Count = Static<typeof Count>;
export const ReadAll = Type.Object({
  read: Type.Integer({ description: 'how many were not read before' }),
});
export const Removed = Type.Object({
  id: Type.String(),
  status: Type.String({
    enum: ['deleted', 'cancelled'],
    description: 'deleted: from the inbox; cancelled: it never goes out',
  }),
});

export const Trace = Type.Object({
  trace: Type.Array(
    Type.Object(
      {
        at: Type.Integer({ description: 'milliseconds since the epoch' }),
        step: Type.String({ description: 'see the README' }),
      },
      { additionalProperties: true },
    ),
    { description: 'the oldest first' },
  ),
});

export const StreamQuery = Type.Object({ user: User });
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(NotificationId('the last one received')),
});
