/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Notification {
  /** POST /send. Applies the preferences of the user first, so the notification may be suppressed, scheduled or added to a digest instead of going out. A sender that fails is still 201, with `status: failed`. A repeated `Idempotency-Key` sends nothing: it answers 200 with the notification as it is now, or 409 if the first attempt has had no result for 5 s. */
  send(
    body: JsonBody<operations['notificationSend']>,
    members?: Members<operations['notificationSend']>,
  ): Call<Json<operations['notificationSend']>, Codes<operations['notificationSend']>>;
  /** GET /notifications. The newest notification comes first. Emails and pushes are not listed. For the next page, pass the id of the last notification as `before`. */
  list(
    members: Members<operations['notificationList']>,
  ): Call<Json<operations['notificationList']>, Codes<operations['notificationList']>>;
  /** GET /notifications/{id}. Fails with 404 for an email, a push or a notification that is not delivered yet: none of them is in an inbox. */
  show(
    id: string | number,
    members?: Members<operations['notificationShow']>,
  ): Call<Json<operations['notificationShow']>, Codes<operations['notificationShow']>>;
  /** DELETE /notifications/{id}. Deletes a notification from the inbox of its user, or cancels one that has not gone out yet. While identity is on, only services can cancel. A repeated request gets the same answer for 24 hours. Fails with 409 ALREADY_OUT for a notification that has gone out, has failed, was suppressed or is being sent. */
  remove(
    id: string | number,
    members?: Members<operations['notificationRemove']>,
  ): Call<Json<operations['notificationRemove']>, Codes<operations['notificationRemove']>>;
  /** GET /notifications/{id}/trace. Works for emails and pushes too, until 24 hours after they went out. */
  trace(
    id: string | number,
    members?: Members<operations['notificationTrace']>,
  ): Call<Json<operations['notificationTrace']>, Codes<operations['notificationTrace']>>;
  /** GET /notifications/stream. A stream of server-sent events without an end. It begins with the next notification, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice. The event `count` is sent when the number of notifications changes, not at the beginning. */
  follow(
    members: Members<operations['notificationFollow']>,
  ): Stream<Events<operations['notificationFollow']>>;
  /** GET /notifications/count */
  count(
    members: Members<operations['notificationCount']>,
  ): Call<Json<operations['notificationCount']>, Codes<operations['notificationCount']>>;
  /** POST /notifications/read-all. Marks the notifications that had arrived when the request began; later ones stay unread. */
  readAll(
    members: Members<operations['notificationReadAll']>,
  ): Call<Json<operations['notificationReadAll']>, Codes<operations['notificationReadAll']>>;
  /** POST /notifications/{id}/read. Marking it again changes nothing: `read_at` stays the instant of the first reading. Fails with 404 for a notification that is not in an inbox, such as an email. */
  markRead(
    id: string | number,
    members?: Members<operations['notificationMarkRead']>,
  ): Call<Json<operations['notificationMarkRead']>, Codes<operations['notificationMarkRead']>>;
  /** POST /notifications/{id}/unread. Removes `read_at`. Fails with 404 for a notification that is not in an inbox, such as an email. */
  markUnread(
    id: string | number,
    members?: Members<operations['notificationMarkUnread']>,
  ): Call<Json<operations['notificationMarkUnread']>, Codes<operations['notificationMarkUnread']>>;
  /** PUT /preferences/{user}. Applies to notifications sent from now on; those that are already scheduled still go out. Members that are left out are on. */
  putPreferences(
    user: string | number,
    body: JsonBody<operations['notificationPutPreferences']>,
    members?: Members<operations['notificationPutPreferences']>,
  ): Call<
    Json<operations['notificationPutPreferences']>,
    Codes<operations['notificationPutPreferences']>
  >;
  /** GET /preferences/{user}. A user who has set none gets empty ones, which means that everything is on. */
  showPreferences(
    user: string | number,
    members?: Members<operations['notificationShowPreferences']>,
  ): Call<
    Json<operations['notificationShowPreferences']>,
    Codes<operations['notificationShowPreferences']>
  >;
  /** PUT /admin/topics/{topic}. Matters while identity is on: users can then subscribe themselves to open topics only. A topic is closed at first. Closing it keeps its subscriptions. */
  openTopic(
    topic: string | number,
    body: JsonBody<operations['notificationOpenTopic']>,
    members?: Members<operations['notificationOpenTopic']>,
  ): Call<Json<operations['notificationOpenTopic']>, Codes<operations['notificationOpenTopic']>>;
  /** PUT /topics/{topic}/subscribers/{user}. Repeating it changes nothing. While identity is on, users can subscribe themselves only to topics that an operator has opened (403 FORBIDDEN otherwise); services can subscribe anybody. */
  subscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationSubscribe']>,
  ): Call<Json<operations['notificationSubscribe']>, Codes<operations['notificationSubscribe']>>;
  /** DELETE /topics/{topic}/subscribers/{user}. Repeating it changes nothing. Users may leave any topic, open or not. */
  unsubscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationUnsubscribe']>,
  ): Call<
    Json<operations['notificationUnsubscribe']>,
    Codes<operations['notificationUnsubscribe']>
  >;
  /** POST /send/bulk. Stores the batch and answers 202; after that each user gets one notification, even if the process is killed. Preferences, schedules and digests apply to each user as in `/send`. A repeated `Idempotency-Key` answers with the same batch and sends nothing. */
  sendInBulk(
    body: JsonBody<operations['notificationSendInBulk']>,
    members?: Members<operations['notificationSendInBulk']>,
  ): Call<Json<operations['notificationSendInBulk']>, Codes<operations['notificationSendInBulk']>>;
  /** GET /batches/{batch_id} */
  showBatch(
    batch_id: string | number,
    members?: Members<operations['notificationShowBatch']>,
  ): Call<Json<operations['notificationShowBatch']>, Codes<operations['notificationShowBatch']>>;
}

export interface operations {
  notificationSend: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the recipient; required unless topic is given
           */
          user_id?: string;
          /**
           * Format: id
           * @description sends to every subscriber of this topic; not with user_id, address or subscription
           */
          topic?: string;
          /** @description one of in_app, email, push */
          channel: string;
          /**
           * Format: text
           * @description title of the notification, subject of an email
           */
          title: string;
          /**
           * Format: text
           * @description text of the notification; may be empty
           */
          body: string;
          /**
           * Format: id
           * @description what the notification is about, which users can turn off: offers
           */
          category?: string;
          /** @description true: goes out even in quiet hours */
          urgent?: boolean;
          /** @description when to go out at the earliest, milliseconds since the epoch; the past means now */
          deliver_at?: number;
          /** @description adds the notification to the open digest of this user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /**
             * Format: id
             * @description notifications with the same key go out together
             */
            key: string;
            /** @description time from the first notification until the digest goes out, seconds */
            window_seconds: number;
          };
          /**
           * Format: text
           * @description email address; when absent, user_id is used if it is an address
           */
          address?: string;
          /** @description where a push goes: the result of PushManager.subscribe() in the browser */
          subscription?: {
            /**
             * Format: text
             * @description absolute URL of the push service
             */
            endpoint: string;
            /** @description what the text is encrypted with (RFC 8291) */
            keys: {
              /** @description public key of the browser, base64url */
              p256dh: string;
              /** @description authentication secret, base64url */
              auth: string;
            };
          };
        };
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /** @description the recipient */
            user_id: string;
            /**
             * @description how it reaches the user
             * @enum {string}
             */
            channel: 'in_app' | 'email' | 'push';
            /** @description title; of a digest, that of its first item */
            title: string;
            /** @description text; of a digest, the texts of all its items */
            body: string;
            /**
             * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
             * @enum {string}
             */
            status:
              | 'delivered'
              | 'sent'
              | 'failed'
              | 'suppressed'
              | 'scheduled'
              | 'queued'
              | 'digested'
              | 'cancelled'
              | 'deleted';
            /** @description true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** @description when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** @description why the last attempt failed */
            error?: string;
            /** @description true: failed so far, and will be tried again */
            retrying?: boolean;
            /** @description what the notification is about */
            category?: string;
            /** @description when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /**
             * @description why it is suppressed: its channel, or its category on this channel, is off
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description the notifications of a digest, the oldest first */
            items?: {
              /** @description title of the notification */
              title: string;
              /** @description text of the notification */
              body: string;
              /** @description when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
            read_at?: number;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /** @description the recipient */
            user_id: string;
            /**
             * @description how it reaches the user
             * @enum {string}
             */
            channel: 'in_app' | 'email' | 'push';
            /** @description title; of a digest, that of its first item */
            title: string;
            /** @description text; of a digest, the texts of all its items */
            body: string;
            /**
             * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
             * @enum {string}
             */
            status:
              | 'delivered'
              | 'sent'
              | 'failed'
              | 'suppressed'
              | 'scheduled'
              | 'queued'
              | 'digested'
              | 'cancelled'
              | 'deleted';
            /** @description true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** @description when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** @description why the last attempt failed */
            error?: string;
            /** @description true: failed so far, and will be tried again */
            retrying?: boolean;
            /** @description what the notification is about */
            category?: string;
            /** @description when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /**
             * @description why it is suppressed: its channel, or its category on this channel, is off
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description the notifications of a digest, the oldest first */
            items?: {
              /** @description title of the notification */
              title: string;
              /** @description text of the notification */
              body: string;
              /** @description when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
            read_at?: number;
          };
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description batch_<n> */
            batch_id: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'ADMIN_TOKEN_REQUIRED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'DIGEST_FULL'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'KEY_REUSED'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_IN_PROGRESS'
              | 'REQUEST_TIMEOUT'
              | 'SENDERS_BUSY'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_CHANNEL'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationList: {
    parameters: {
      query: {
        /** @description owner of the inbox and the preferences */
        user: string;
        /** @description most notifications of the page */
        limit?: number;
        /** @description id of the last notification of the page before */
        before?: string;
        /** @description true: only unread notifications */
        unread?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description the newest first */
            notifications: {
              /** @description notif_<n> */
              id: string;
              /** @description the recipient */
              user_id: string;
              /**
               * @description how it reaches the user
               * @enum {string}
               */
              channel: 'in_app' | 'email' | 'push';
              /** @description title; of a digest, that of its first item */
              title: string;
              /** @description text; of a digest, the texts of all its items */
              body: string;
              /**
               * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
               * @enum {string}
               */
              status:
                | 'delivered'
                | 'sent'
                | 'failed'
                | 'suppressed'
                | 'scheduled'
                | 'queued'
                | 'digested'
                | 'cancelled'
                | 'deleted';
              /** @description true: only a log line was written, because the channel has no server */
              simulated?: boolean;
              /** @description when it was sent, milliseconds since the epoch; the number in the id */
              created_at: number;
              /** @description why the last attempt failed */
              error?: string;
              /** @description true: failed so far, and will be tried again */
              retrying?: boolean;
              /** @description what the notification is about */
              category?: string;
              /** @description when it goes out or was to go out, milliseconds since the epoch */
              deliver_at?: number;
              /**
               * @description why it is suppressed: its channel, or its category on this channel, is off
               * @enum {string}
               */
              reason?: 'channel_off' | 'category_off';
              /** @description the notifications of a digest, the oldest first */
              items?: {
                /** @description title of the notification */
                title: string;
                /** @description text of the notification */
                body: string;
                /** @description when it joined the digest, milliseconds since the epoch */
                at: number;
              }[];
              /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
              read_at?: number;
            }[];
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationShow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description notif_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /** @description the recipient */
            user_id: string;
            /**
             * @description how it reaches the user
             * @enum {string}
             */
            channel: 'in_app' | 'email' | 'push';
            /** @description title; of a digest, that of its first item */
            title: string;
            /** @description text; of a digest, the texts of all its items */
            body: string;
            /**
             * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
             * @enum {string}
             */
            status:
              | 'delivered'
              | 'sent'
              | 'failed'
              | 'suppressed'
              | 'scheduled'
              | 'queued'
              | 'digested'
              | 'cancelled'
              | 'deleted';
            /** @description true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** @description when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** @description why the last attempt failed */
            error?: string;
            /** @description true: failed so far, and will be tried again */
            retrying?: boolean;
            /** @description what the notification is about */
            category?: string;
            /** @description when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /**
             * @description why it is suppressed: its channel, or its category on this channel, is off
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description the notifications of a digest, the oldest first */
            items?: {
              /** @description title of the notification */
              title: string;
              /** @description text of the notification */
              body: string;
              /** @description when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
            read_at?: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_NOTIFICATION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description notif_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /**
             * @description deleted: was in the inbox; cancelled: will never go out
             * @enum {string}
             */
            status: 'deleted' | 'cancelled';
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'ALREADY_OUT'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_NOTIFICATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationTrace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description notif_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description steps, the oldest first */
            trace: ({
              /** @description when it happened, milliseconds since the epoch */
              at: number;
              /** @description accepted, preference, deliver_at, quiet_hours, digest, attempt, cancelled, deleted or result; its other members say more */
              step: string;
            } & {
              [key: string]: unknown;
            })[];
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_NOTIFICATION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationFollow: {
    parameters: {
      query: {
        /** @description owner of the inbox and the preferences */
        user: string;
      };
      header?: {
        /** @description id of the last event received */
        'last-event-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream':
            | {
                /** @description notif_<n> */
                id: string;
                /** @description the recipient */
                user_id: string;
                /**
                 * @description how it reaches the user
                 * @enum {string}
                 */
                channel: 'in_app' | 'email' | 'push';
                /** @description title; of a digest, that of its first item */
                title: string;
                /** @description text; of a digest, the texts of all its items */
                body: string;
                /**
                 * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
                 * @enum {string}
                 */
                status:
                  | 'delivered'
                  | 'sent'
                  | 'failed'
                  | 'suppressed'
                  | 'scheduled'
                  | 'queued'
                  | 'digested'
                  | 'cancelled'
                  | 'deleted';
                /** @description true: only a log line was written, because the channel has no server */
                simulated?: boolean;
                /** @description when it was sent, milliseconds since the epoch; the number in the id */
                created_at: number;
                /** @description why the last attempt failed */
                error?: string;
                /** @description true: failed so far, and will be tried again */
                retrying?: boolean;
                /** @description what the notification is about */
                category?: string;
                /** @description when it goes out or was to go out, milliseconds since the epoch */
                deliver_at?: number;
                /**
                 * @description why it is suppressed: its channel, or its category on this channel, is off
                 * @enum {string}
                 */
                reason?: 'channel_off' | 'category_off';
                /** @description the notifications of a digest, the oldest first */
                items?: {
                  /** @description title of the notification */
                  title: string;
                  /** @description text of the notification */
                  body: string;
                  /** @description when it joined the digest, milliseconds since the epoch */
                  at: number;
                }[];
                /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
                read_at?: number;
              }
            | {
                /** @description unread notifications in the inbox */
                unread: number;
                /** @description all notifications in the inbox */
                total: number;
              };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_STREAMS'
              | 'TOO_MANY_STREAMS_OF_ADDRESS'
              | 'TOO_MANY_STREAMS_OF_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationCount: {
    parameters: {
      query: {
        /** @description owner of the inbox and the preferences */
        user: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description unread notifications in the inbox */
            unread: number;
            /** @description all notifications in the inbox */
            total: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationReadAll: {
    parameters: {
      query: {
        /** @description owner of the inbox and the preferences */
        user: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description number of notifications that were unread */
            read: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationMarkRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description notif_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /** @description the recipient */
            user_id: string;
            /**
             * @description how it reaches the user
             * @enum {string}
             */
            channel: 'in_app' | 'email' | 'push';
            /** @description title; of a digest, that of its first item */
            title: string;
            /** @description text; of a digest, the texts of all its items */
            body: string;
            /**
             * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
             * @enum {string}
             */
            status:
              | 'delivered'
              | 'sent'
              | 'failed'
              | 'suppressed'
              | 'scheduled'
              | 'queued'
              | 'digested'
              | 'cancelled'
              | 'deleted';
            /** @description true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** @description when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** @description why the last attempt failed */
            error?: string;
            /** @description true: failed so far, and will be tried again */
            retrying?: boolean;
            /** @description what the notification is about */
            category?: string;
            /** @description when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /**
             * @description why it is suppressed: its channel, or its category on this channel, is off
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description the notifications of a digest, the oldest first */
            items?: {
              /** @description title of the notification */
              title: string;
              /** @description text of the notification */
              body: string;
              /** @description when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
            read_at?: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_NOTIFICATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationMarkUnread: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description notif_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description notif_<n> */
            id: string;
            /** @description the recipient */
            user_id: string;
            /**
             * @description how it reaches the user
             * @enum {string}
             */
            channel: 'in_app' | 'email' | 'push';
            /** @description title; of a digest, that of its first item */
            title: string;
            /** @description text; of a digest, the texts of all its items */
            body: string;
            /**
             * @description delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it
             * @enum {string}
             */
            status:
              | 'delivered'
              | 'sent'
              | 'failed'
              | 'suppressed'
              | 'scheduled'
              | 'queued'
              | 'digested'
              | 'cancelled'
              | 'deleted';
            /** @description true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** @description when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** @description why the last attempt failed */
            error?: string;
            /** @description true: failed so far, and will be tried again */
            retrying?: boolean;
            /** @description what the notification is about */
            category?: string;
            /** @description when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /**
             * @description why it is suppressed: its channel, or its category on this channel, is off
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description the notifications of a digest, the oldest first */
            items?: {
              /** @description title of the notification */
              title: string;
              /** @description text of the notification */
              body: string;
              /** @description when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** @description when it was first read, milliseconds since the epoch; absent while it is unread */
            read_at?: number;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_NOTIFICATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationShowPreferences: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description owner of the inbox and the preferences */
        user: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description channels that are off for every category
             * @default {}
             */
            channels: {
              /** @description false: off; on when absent */
              email?: boolean;
              /** @description false: off; on when absent */
              push?: boolean;
            };
            /**
             * @description by category, the channels that are off for it; a category that is not named is on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** @description false: off; on when absent */
                email?: boolean;
                /** @description false: off; on when absent */
                push?: boolean;
                /** @description false: off; on when absent */
                in_app?: boolean;
              };
            };
            /** @description emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
            quiet_hours?: {
              /** @description IANA time zone whose clock counts: Europe/Berlin */
              timezone: string;
              /** @description first minute of the quiet hours: 22:00 */
              from: string;
              /** @description when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
              to: string;
            };
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationPutPreferences: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description owner of the inbox and the preferences */
        user: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description channels that are off for every category
           * @default {}
           */
          channels?: {
            /** @description false: off; on when absent */
            email?: boolean;
            /** @description false: off; on when absent */
            push?: boolean;
          };
          /**
           * @description by category, the channels that are off for it; a category that is not named is on
           * @default {}
           */
          categories?: {
            [key: string]: {
              /** @description false: off; on when absent */
              email?: boolean;
              /** @description false: off; on when absent */
              push?: boolean;
              /** @description false: off; on when absent */
              in_app?: boolean;
            };
          };
          /** @description emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
          quiet_hours?: {
            /** @description IANA time zone whose clock counts: Europe/Berlin */
            timezone: string;
            /** @description first minute of the quiet hours: 22:00 */
            from: string;
            /** @description when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
            to: string;
          };
        };
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description channels that are off for every category
             * @default {}
             */
            channels: {
              /** @description false: off; on when absent */
              email?: boolean;
              /** @description false: off; on when absent */
              push?: boolean;
            };
            /**
             * @description by category, the channels that are off for it; a category that is not named is on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** @description false: off; on when absent */
                email?: boolean;
                /** @description false: off; on when absent */
                push?: boolean;
                /** @description false: off; on when absent */
                in_app?: boolean;
              };
            };
            /** @description emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
            quiet_hours?: {
              /** @description IANA time zone whose clock counts: Europe/Berlin */
              timezone: string;
              /** @description first minute of the quiet hours: 22:00 */
              from: string;
              /** @description when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
              to: string;
            };
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationOpenTopic: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the topic */
        topic: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description true: users may subscribe themselves; false, the default: only services may subscribe them */
          open: boolean;
        };
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description name of the topic */
            topic: string;
            /** @description whether users may subscribe themselves */
            open: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'ADMIN_TOKEN_REQUIRED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationSubscribe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the topic */
        topic: string;
        /** @description the subscriber */
        user: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description name of the topic */
            topic: string;
            /** @description the subscriber */
            user_id: string;
            /** @description whether the user is subscribed now */
            subscribed: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationUnsubscribe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the topic */
        topic: string;
        /** @description the subscriber */
        user: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description name of the topic */
            topic: string;
            /** @description the subscriber */
            user_id: string;
            /** @description whether the user is subscribed now */
            subscribed: boolean;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationSendInBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description the recipients; a user who is named twice gets one notification */
          user_ids: string[];
          /** @description one of in_app, email, push */
          channel: string;
          /**
           * Format: text
           * @description title of the notification, subject of an email
           */
          title: string;
          /**
           * Format: text
           * @description text of the notification; may be empty
           */
          body: string;
          /**
           * Format: id
           * @description what the notification is about, which users can turn off: offers
           */
          category?: string;
          /** @description true: goes out even in quiet hours */
          urgent?: boolean;
          /** @description when to go out at the earliest, milliseconds since the epoch; the past means now */
          deliver_at?: number;
          /** @description adds the notification to the open digest of this user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /**
             * Format: id
             * @description notifications with the same key go out together
             */
            key: string;
            /** @description time from the first notification until the digest goes out, seconds */
            window_seconds: number;
          };
        };
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description batch_<n> */
            batch_id: string;
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'ADMIN_TOKEN_REQUIRED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'KEY_REUSED'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_CHANNEL'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  notificationShowBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description batch_<n> */
        batch_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description batch_<n> */
            batch_id: string;
            /** @description notifications in the batch */
            total: number;
            /** @description number of notifications by status, without zeros; retrying: failed so far, and will be tried again */
            counts: {
              [key: string]: number;
            };
          };
        };
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_BATCH'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
