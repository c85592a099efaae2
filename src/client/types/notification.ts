/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Notification {
  /**
   * Send a notification to a user or topic.
   *
   * Applies the preferences of the user first, so the notification may be suppressed, scheduled or added to a digest instead of going out. If the sender fails, the answer is still 201, with `status: failed`. A repeated `Idempotency-Key` sends nothing: it answers 200 with the notification as it is now, or 409 if the first attempt has had no result for 5 s.
   *
   * `POST /send`
   *
   * @throws {HawkerError} `UNKNOWN_CHANNEL`, `REQUEST_IN_PROGRESS`, `DIGEST_FULL`, `KEY_REUSED`, `SENDERS_BUSY`
   */
  send(
    body: JsonBody<operations['notificationSend']>,
    members?: Members<operations['notificationSend']>,
  ): Call<Json<operations['notificationSend']>, Codes<operations['notificationSend']>>;
  /**
   * List the inbox of a user.
   *
   * The newest notification comes first. Emails and pushes are not listed. For the next page, pass the id of the last notification as `before`.
   *
   * `GET /notifications`
   */
  list(
    members: Members<operations['notificationList']>,
  ): Call<Json<operations['notificationList']>, Codes<operations['notificationList']>>;
  /**
   * Show a notification of an inbox.
   *
   * Fails with 404 for an email, a push or a notification that is not delivered yet: none of them is in an inbox.
   *
   * `GET /notifications/{id}`
   *
   * @param id notif_<n>
   * @throws {HawkerError} `UNKNOWN_NOTIFICATION`
   */
  show(
    id: string | number,
    members?: Members<operations['notificationShow']>,
  ): Call<Json<operations['notificationShow']>, Codes<operations['notificationShow']>>;
  /**
   * Delete or cancel a notification.
   *
   * Deletes a notification from the inbox of its user, or cancels one that has not gone out yet. While identity is on, only services can cancel. A repeated request gets the same answer for 24 hours. Fails with 409 ALREADY_OUT for a notification that has gone out, has failed, was suppressed or is being sent.
   *
   * `DELETE /notifications/{id}`
   *
   * @param id notif_<n>
   * @throws {HawkerError} `UNKNOWN_NOTIFICATION`, `ALREADY_OUT`
   */
  remove(
    id: string | number,
    members?: Members<operations['notificationRemove']>,
  ): Call<Json<operations['notificationRemove']>, Codes<operations['notificationRemove']>>;
  /**
   * Trace every decision about a notification.
   *
   * Works for emails and pushes too, until 24 hours after they went out.
   *
   * `GET /notifications/{id}/trace`
   *
   * @param id notif_<n>
   * @throws {HawkerError} `UNKNOWN_NOTIFICATION`
   */
  trace(
    id: string | number,
    members?: Members<operations['notificationTrace']>,
  ): Call<Json<operations['notificationTrace']>, Codes<operations['notificationTrace']>>;
  /**
   * Follow the inbox of a user live.
   *
   * An endless stream of server-sent events. It begins with the next notification, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice. The event `count` is sent when the number of notifications changes, not at the beginning.
   *
   * `GET /notifications/stream`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members: Members<operations['notificationFollow']>,
  ): Stream<Events<operations['notificationFollow']>>;
  /**
   * Count the notifications of an inbox.
   *
   * `GET /notifications/count`
   */
  count(
    members: Members<operations['notificationCount']>,
  ): Call<Json<operations['notificationCount']>, Codes<operations['notificationCount']>>;
  /**
   * Mark the whole inbox as read.
   *
   * Marks the notifications that had arrived when the request began; later ones stay unread.
   *
   * `POST /notifications/read-all`
   */
  readAll(
    members: Members<operations['notificationReadAll']>,
  ): Call<Json<operations['notificationReadAll']>, Codes<operations['notificationReadAll']>>;
  /**
   * Mark a notification as read.
   *
   * Marking it again changes nothing: `read_at` stays the instant of the first reading. Fails with 404 for a notification that is not in an inbox, such as an email.
   *
   * `POST /notifications/{id}/read`
   *
   * @param id notif_<n>
   * @throws {HawkerError} `UNKNOWN_NOTIFICATION`
   */
  markRead(
    id: string | number,
    members?: Members<operations['notificationMarkRead']>,
  ): Call<Json<operations['notificationMarkRead']>, Codes<operations['notificationMarkRead']>>;
  /**
   * Mark a notification as unread.
   *
   * Removes `read_at`. Fails with 404 for a notification that is not in an inbox, such as an email.
   *
   * `POST /notifications/{id}/unread`
   *
   * @param id notif_<n>
   * @throws {HawkerError} `UNKNOWN_NOTIFICATION`
   */
  markUnread(
    id: string | number,
    members?: Members<operations['notificationMarkUnread']>,
  ): Call<Json<operations['notificationMarkUnread']>, Codes<operations['notificationMarkUnread']>>;
  /**
   * Replace the notification preferences of a user.
   *
   * Applies to notifications sent from now on; those that are already scheduled still go out. A member that is left out means that its notifications are on.
   *
   * `PUT /preferences/{user}`
   *
   * @param user owner of the inbox and the preferences
   */
  putPreferences(
    user: string | number,
    body: JsonBody<operations['notificationPutPreferences']>,
    members?: Members<operations['notificationPutPreferences']>,
  ): Call<
    Json<operations['notificationPutPreferences']>,
    Codes<operations['notificationPutPreferences']>
  >;
  /**
   * Show the notification preferences of a user.
   *
   * If the user has set none, the preferences are empty, which means that everything is on.
   *
   * `GET /preferences/{user}`
   *
   * @param user owner of the inbox and the preferences
   */
  showPreferences(
    user: string | number,
    members?: Members<operations['notificationShowPreferences']>,
  ): Call<
    Json<operations['notificationShowPreferences']>,
    Codes<operations['notificationShowPreferences']>
  >;
  /**
   * Open or close a topic to users.
   *
   * Matters while identity is on: users can then subscribe themselves to open topics only. A topic is closed at first. Closing it keeps its subscriptions.
   *
   * `PUT /admin/topics/{topic}`
   *
   * @param topic name of the topic
   */
  openTopic(
    topic: string | number,
    body: JsonBody<operations['notificationOpenTopic']>,
    members?: Members<operations['notificationOpenTopic']>,
  ): Call<Json<operations['notificationOpenTopic']>, Codes<operations['notificationOpenTopic']>>;
  /**
   * Subscribe a user to a topic.
   *
   * Repeating it changes nothing. While identity is on, users can subscribe themselves only to topics that an operator has opened (403 FORBIDDEN otherwise); services can subscribe anybody.
   *
   * `PUT /topics/{topic}/subscribers/{user}`
   *
   * @param topic name of the topic
   * @param user the subscriber
   */
  subscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationSubscribe']>,
  ): Call<Json<operations['notificationSubscribe']>, Codes<operations['notificationSubscribe']>>;
  /**
   * Unsubscribe a user from a topic.
   *
   * Repeating it changes nothing. Users may leave any topic, open or not.
   *
   * `DELETE /topics/{topic}/subscribers/{user}`
   *
   * @param topic name of the topic
   * @param user the subscriber
   */
  unsubscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationUnsubscribe']>,
  ): Call<
    Json<operations['notificationUnsubscribe']>,
    Codes<operations['notificationUnsubscribe']>
  >;
  /**
   * Send a notification to many users.
   *
   * Stores the batch and answers 202; after that each user gets one notification, even if the process is killed. Preferences, schedules and digests apply to each user as in `/send`. A repeated `Idempotency-Key` answers with the same batch and sends nothing.
   *
   * `POST /send/bulk`
   *
   * @throws {HawkerError} `UNKNOWN_CHANNEL`, `KEY_REUSED`
   */
  sendInBulk(
    body: JsonBody<operations['notificationSendInBulk']>,
    members?: Members<operations['notificationSendInBulk']>,
  ): Call<Json<operations['notificationSendInBulk']>, Codes<operations['notificationSendInBulk']>>;
  /**
   * Show the progress of a batch.
   *
   * `GET /batches/{batch_id}`
   *
   * @param batch_id batch_<n>
   * @throws {HawkerError} `UNKNOWN_BATCH`
   */
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
        /** 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the recipient; required unless topic is given */
          user_id?: string;
          /** sends to every subscriber of this topic; not with user_id, address or subscription */
          topic?: string;
          /** one of in_app, email, push */
          channel: string;
          /** title of the notification, subject of an email */
          title: string;
          /** text of the notification; may be empty */
          body: string;
          /** what the notification is about, such as offers; users can turn it off */
          category?: string;
          /** true: goes out even in quiet hours */
          urgent?: boolean;
          /** when to go out at the earliest, milliseconds since the epoch; the past means now */
          deliver_at?: number;
          /** adds the notification to the open digest of this user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /** notifications with the same key go out together */
            key: string;
            /** time from the first notification until the digest goes out, seconds */
            window_seconds: number;
          };
          /** email address; when absent, user_id is used if it is an address */
          address?: string;
          /** where a push goes: the result of PushManager.subscribe() in the browser */
          subscription?: {
            /** absolute URL of the push service */
            endpoint: string;
            /** what the text is encrypted with (RFC 8291) */
            keys: {
              /** public key of the browser, base64url */
              p256dh: string;
              /** authentication secret, base64url */
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
            /** notif_<n> */
            id: string;
            /** the recipient */
            user_id: string;
            /** how it reaches the user */
            channel: 'in_app' | 'email' | 'push';
            /** title; for a digest, the title of its first item */
            title: string;
            /** text; for a digest, the texts of all its items */
            body: string;
            /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
            /** true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** why the last attempt failed */
            error?: string;
            /** true: failed so far, and will be tried again */
            retrying?: boolean;
            /** what the notification is about */
            category?: string;
            /** when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /** why it is suppressed: its channel, or its category on this channel, is off */
            reason?: 'channel_off' | 'category_off';
            /** the notifications of a digest, the oldest first */
            items?: {
              /** title of the notification */
              title: string;
              /** text of the notification */
              body: string;
              /** when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
            /** notif_<n> */
            id: string;
            /** the recipient */
            user_id: string;
            /** how it reaches the user */
            channel: 'in_app' | 'email' | 'push';
            /** title; for a digest, the title of its first item */
            title: string;
            /** text; for a digest, the texts of all its items */
            body: string;
            /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
            /** true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** why the last attempt failed */
            error?: string;
            /** true: failed so far, and will be tried again */
            retrying?: boolean;
            /** what the notification is about */
            category?: string;
            /** when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /** why it is suppressed: its channel, or its category on this channel, is off */
            reason?: 'channel_off' | 'category_off';
            /** the notifications of a digest, the oldest first */
            items?: {
              /** title of the notification */
              title: string;
              /** text of the notification */
              body: string;
              /** when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
            /** batch_<n> */
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
        /** owner of the inbox and the preferences */
        user: string;
        /** maximum number of notifications per page */
        limit?: number;
        /** id of the last notification of the previous page */
        before?: string;
        /** true: only unread notifications */
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
            /** the newest first */
            notifications: {
              /** notif_<n> */
              id: string;
              /** the recipient */
              user_id: string;
              /** how it reaches the user */
              channel: 'in_app' | 'email' | 'push';
              /** title; for a digest, the title of its first item */
              title: string;
              /** text; for a digest, the texts of all its items */
              body: string;
              /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
              /** true: only a log line was written, because the channel has no server */
              simulated?: boolean;
              /** when it was sent, milliseconds since the epoch; the number in the id */
              created_at: number;
              /** why the last attempt failed */
              error?: string;
              /** true: failed so far, and will be tried again */
              retrying?: boolean;
              /** what the notification is about */
              category?: string;
              /** when it goes out or was to go out, milliseconds since the epoch */
              deliver_at?: number;
              /** why it is suppressed: its channel, or its category on this channel, is off */
              reason?: 'channel_off' | 'category_off';
              /** the notifications of a digest, the oldest first */
              items?: {
                /** title of the notification */
                title: string;
                /** text of the notification */
                body: string;
                /** when it joined the digest, milliseconds since the epoch */
                at: number;
              }[];
              /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
        /** notif_<n> */
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
            /** notif_<n> */
            id: string;
            /** the recipient */
            user_id: string;
            /** how it reaches the user */
            channel: 'in_app' | 'email' | 'push';
            /** title; for a digest, the title of its first item */
            title: string;
            /** text; for a digest, the texts of all its items */
            body: string;
            /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
            /** true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** why the last attempt failed */
            error?: string;
            /** true: failed so far, and will be tried again */
            retrying?: boolean;
            /** what the notification is about */
            category?: string;
            /** when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /** why it is suppressed: its channel, or its category on this channel, is off */
            reason?: 'channel_off' | 'category_off';
            /** the notifications of a digest, the oldest first */
            items?: {
              /** title of the notification */
              title: string;
              /** text of the notification */
              body: string;
              /** when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
        /** notif_<n> */
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
            /** notif_<n> */
            id: string;
            /** deleted: was in the inbox; cancelled: will never go out */
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
        /** notif_<n> */
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
            /** steps, the oldest first */
            trace: ({
              /** when it happened, milliseconds since the epoch */
              at: number;
              /** accepted, preference, deliver_at, quiet_hours, digest, attempt, cancelled, deleted or result; its other members say more */
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
        /** owner of the inbox and the preferences */
        user: string;
      };
      header?: {
        /** id of the last event received */
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
                /** notif_<n> */
                id: string;
                /** the recipient */
                user_id: string;
                /** how it reaches the user */
                channel: 'in_app' | 'email' | 'push';
                /** title; for a digest, the title of its first item */
                title: string;
                /** text; for a digest, the texts of all its items */
                body: string;
                /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
                /** true: only a log line was written, because the channel has no server */
                simulated?: boolean;
                /** when it was sent, milliseconds since the epoch; the number in the id */
                created_at: number;
                /** why the last attempt failed */
                error?: string;
                /** true: failed so far, and will be tried again */
                retrying?: boolean;
                /** what the notification is about */
                category?: string;
                /** when it goes out or was to go out, milliseconds since the epoch */
                deliver_at?: number;
                /** why it is suppressed: its channel, or its category on this channel, is off */
                reason?: 'channel_off' | 'category_off';
                /** the notifications of a digest, the oldest first */
                items?: {
                  /** title of the notification */
                  title: string;
                  /** text of the notification */
                  body: string;
                  /** when it joined the digest, milliseconds since the epoch */
                  at: number;
                }[];
                /** when it was first read, milliseconds since the epoch; absent while it is unread */
                read_at?: number;
              }
            | {
                /** unread notifications in the inbox */
                unread: number;
                /** all notifications in the inbox */
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
        /** owner of the inbox and the preferences */
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
            /** unread notifications in the inbox */
            unread: number;
            /** all notifications in the inbox */
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
        /** owner of the inbox and the preferences */
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
            /** number of notifications that were unread */
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
        /** notif_<n> */
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
            /** notif_<n> */
            id: string;
            /** the recipient */
            user_id: string;
            /** how it reaches the user */
            channel: 'in_app' | 'email' | 'push';
            /** title; for a digest, the title of its first item */
            title: string;
            /** text; for a digest, the texts of all its items */
            body: string;
            /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
            /** true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** why the last attempt failed */
            error?: string;
            /** true: failed so far, and will be tried again */
            retrying?: boolean;
            /** what the notification is about */
            category?: string;
            /** when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /** why it is suppressed: its channel, or its category on this channel, is off */
            reason?: 'channel_off' | 'category_off';
            /** the notifications of a digest, the oldest first */
            items?: {
              /** title of the notification */
              title: string;
              /** text of the notification */
              body: string;
              /** when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
        /** notif_<n> */
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
            /** notif_<n> */
            id: string;
            /** the recipient */
            user_id: string;
            /** how it reaches the user */
            channel: 'in_app' | 'email' | 'push';
            /** title; for a digest, the title of its first item */
            title: string;
            /** text; for a digest, the texts of all its items */
            body: string;
            /** delivered: in the inbox; sent: the sender took it; failed: the last attempt failed; suppressed: a preference forbids it; scheduled: waits until deliver_at; queued: waits for its first attempt; digested: part of a digest; cancelled: never goes out; deleted: its user has deleted it */
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
            /** true: only a log line was written, because the channel has no server */
            simulated?: boolean;
            /** when it was sent, milliseconds since the epoch; the number in the id */
            created_at: number;
            /** why the last attempt failed */
            error?: string;
            /** true: failed so far, and will be tried again */
            retrying?: boolean;
            /** what the notification is about */
            category?: string;
            /** when it goes out or was to go out, milliseconds since the epoch */
            deliver_at?: number;
            /** why it is suppressed: its channel, or its category on this channel, is off */
            reason?: 'channel_off' | 'category_off';
            /** the notifications of a digest, the oldest first */
            items?: {
              /** title of the notification */
              title: string;
              /** text of the notification */
              body: string;
              /** when it joined the digest, milliseconds since the epoch */
              at: number;
            }[];
            /** when it was first read, milliseconds since the epoch; absent while it is unread */
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
        /** owner of the inbox and the preferences */
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
             * channels that are off for every category
             * @default {}
             */
            channels: {
              /** false: off; on when absent */
              email?: boolean;
              /** false: off; on when absent */
              push?: boolean;
            };
            /**
             * by category, the channels that are off for it; a category that is not named is on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** false: off; on when absent */
                email?: boolean;
                /** false: off; on when absent */
                push?: boolean;
                /** false: off; on when absent */
                in_app?: boolean;
              };
            };
            /** emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
            quiet_hours?: {
              /** IANA time zone whose clock counts: Europe/Berlin */
              timezone: string;
              /** first minute of the quiet hours: 22:00 */
              from: string;
              /** when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
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
        /** owner of the inbox and the preferences */
        user: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * channels that are off for every category
           * @default {}
           */
          channels?: {
            /** false: off; on when absent */
            email?: boolean;
            /** false: off; on when absent */
            push?: boolean;
          };
          /**
           * by category, the channels that are off for it; a category that is not named is on
           * @default {}
           */
          categories?: {
            [key: string]: {
              /** false: off; on when absent */
              email?: boolean;
              /** false: off; on when absent */
              push?: boolean;
              /** false: off; on when absent */
              in_app?: boolean;
            };
          };
          /** emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
          quiet_hours?: {
            /** IANA time zone whose clock counts: Europe/Berlin */
            timezone: string;
            /** first minute of the quiet hours: 22:00 */
            from: string;
            /** when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
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
             * channels that are off for every category
             * @default {}
             */
            channels: {
              /** false: off; on when absent */
              email?: boolean;
              /** false: off; on when absent */
              push?: boolean;
            };
            /**
             * by category, the channels that are off for it; a category that is not named is on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** false: off; on when absent */
                email?: boolean;
                /** false: off; on when absent */
                push?: boolean;
                /** false: off; on when absent */
                in_app?: boolean;
              };
            };
            /** emails and pushes that are due in this time of day wait until it ends, unless they are urgent */
            quiet_hours?: {
              /** IANA time zone whose clock counts: Europe/Berlin */
              timezone: string;
              /** first minute of the quiet hours: 22:00 */
              from: string;
              /** when they end: 07:00; on the next day if earlier than `from`, and never equal to it */
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
        /** name of the topic */
        topic: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** true: users may subscribe themselves; false, the default: only services may subscribe them */
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
            /** name of the topic */
            topic: string;
            /** whether users may subscribe themselves */
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
        /** name of the topic */
        topic: string;
        /** the subscriber */
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
            /** name of the topic */
            topic: string;
            /** the subscriber */
            user_id: string;
            /** whether the user is subscribed now */
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
        /** name of the topic */
        topic: string;
        /** the subscriber */
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
            /** name of the topic */
            topic: string;
            /** the subscriber */
            user_id: string;
            /** whether the user is subscribed now */
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
        /** 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the recipients; a user who is named twice gets one notification */
          user_ids: string[];
          /** one of in_app, email, push */
          channel: string;
          /** title of the notification, subject of an email */
          title: string;
          /** text of the notification; may be empty */
          body: string;
          /** what the notification is about, such as offers; users can turn it off */
          category?: string;
          /** true: goes out even in quiet hours */
          urgent?: boolean;
          /** when to go out at the earliest, milliseconds since the epoch; the past means now */
          deliver_at?: number;
          /** adds the notification to the open digest of this user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /** notifications with the same key go out together */
            key: string;
            /** time from the first notification until the digest goes out, seconds */
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
            /** batch_<n> */
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
        /** batch_<n> */
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
            /** batch_<n> */
            batch_id: string;
            /** notifications in the batch */
            total: number;
            /** number of notifications by status, without zeros; retrying: failed so far, and will be tried again */
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
