/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Notification {
  /** POST /send */
  send(
    body: JsonBody<operations['notificationSend']>,
    members?: Members<operations['notificationSend']>,
  ): Call<Json<operations['notificationSend']>, Codes<operations['notificationSend']>>;
  /** GET /notifications */
  list(
    members: Members<operations['notificationList']>,
  ): Call<Json<operations['notificationList']>, Codes<operations['notificationList']>>;
  /** GET /notifications/{id} */
  show(
    id: string | number,
    members?: Members<operations['notificationShow']>,
  ): Call<Json<operations['notificationShow']>, Codes<operations['notificationShow']>>;
  /** DELETE /notifications/{id} */
  remove(
    id: string | number,
    members?: Members<operations['notificationRemove']>,
  ): Call<Json<operations['notificationRemove']>, Codes<operations['notificationRemove']>>;
  /** GET /notifications/{id}/trace */
  trace(
    id: string | number,
    members?: Members<operations['notificationTrace']>,
  ): Call<Json<operations['notificationTrace']>, Codes<operations['notificationTrace']>>;
  /** GET /notifications/stream */
  follow(
    members: Members<operations['notificationFollow']>,
  ): Stream<Events<operations['notificationFollow']>>;
  /** GET /notifications/count */
  count(
    members: Members<operations['notificationCount']>,
  ): Call<Json<operations['notificationCount']>, Codes<operations['notificationCount']>>;
  /** POST /notifications/read-all */
  readAll(
    members: Members<operations['notificationReadAll']>,
  ): Call<Json<operations['notificationReadAll']>, Codes<operations['notificationReadAll']>>;
  /** POST /notifications/{id}/read */
  markRead(
    id: string | number,
    members?: Members<operations['notificationMarkRead']>,
  ): Call<Json<operations['notificationMarkRead']>, Codes<operations['notificationMarkRead']>>;
  /** POST /notifications/{id}/unread */
  markUnread(
    id: string | number,
    members?: Members<operations['notificationMarkUnread']>,
  ): Call<Json<operations['notificationMarkUnread']>, Codes<operations['notificationMarkUnread']>>;
  /** PUT /preferences/{user} */
  putPreferences(
    user: string | number,
    body: JsonBody<operations['notificationPutPreferences']>,
    members?: Members<operations['notificationPutPreferences']>,
  ): Call<
    Json<operations['notificationPutPreferences']>,
    Codes<operations['notificationPutPreferences']>
  >;
  /** GET /preferences/{user} */
  showPreferences(
    user: string | number,
    members?: Members<operations['notificationShowPreferences']>,
  ): Call<
    Json<operations['notificationShowPreferences']>,
    Codes<operations['notificationShowPreferences']>
  >;
  /** PUT /admin/topics/{topic}. While identity is on, users subscribe to open topics only. Subscriptions stay when a topic is closed. */
  openTopic(
    topic: string | number,
    body: JsonBody<operations['notificationOpenTopic']>,
    members?: Members<operations['notificationOpenTopic']>,
  ): Call<Json<operations['notificationOpenTopic']>, Codes<operations['notificationOpenTopic']>>;
  /** PUT /topics/{topic}/subscribers/{user} */
  subscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationSubscribe']>,
  ): Call<Json<operations['notificationSubscribe']>, Codes<operations['notificationSubscribe']>>;
  /** DELETE /topics/{topic}/subscribers/{user} */
  unsubscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationUnsubscribe']>,
  ): Call<
    Json<operations['notificationUnsubscribe']>,
    Codes<operations['notificationUnsubscribe']>
  >;
  /** POST /send/bulk */
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
           * @description the recipient; required without a topic
           */
          user_id?: string;
          /**
           * Format: id
           * @description to all who subscribe to it, instead of user_id; not with address or subscription
           */
          topic?: string;
          /** @description in_app, email, push */
          channel: string;
          /** Format: text */
          title: string;
          /**
           * Format: text
           * @description may be empty
           */
          body: string;
          /**
           * Format: id
           * @description what it is about, for the preferences of its user
           */
          category?: string;
          /** @description goes out in quiet hours, too */
          urgent?: boolean;
          /** @description not before this instant; one that is past is now, milliseconds */
          deliver_at?: number;
          /** @description joins the digest of user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /**
             * Format: id
             * @description digests with other keys go out on their own
             */
            key: string;
            window_seconds: number;
          };
          /**
           * Format: text
           * @description where an email goes, if not to user_id
           */
          address?: string;
          /** @description what PushManager.subscribe() gives (W3C Push API) */
          subscription?: {
            /**
             * Format: text
             * @description an absolute URL
             */
            endpoint: string;
            keys: {
              p256dh: string;
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
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /**
             * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** @description when it goes out, or was to */
            deliver_at?: number;
            /**
             * @description suppressed: which preference forbids it
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** @description when it was sent, milliseconds */
              at: number;
            }[];
            /** @description when it was first read, milliseconds */
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
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /**
             * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** @description when it goes out, or was to */
            deliver_at?: number;
            /**
             * @description suppressed: which preference forbids it
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** @description when it was sent, milliseconds */
              at: number;
            }[];
            /** @description when it was first read, milliseconds */
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
        /** @description the recipient */
        user: string;
        limit?: number;
        /** @description the last one of the page before */
        before?: string;
        /** @description only those that are not read */
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
            notifications: {
              /** @description notif_<created_at> */
              id: string;
              user_id: string;
              /** @enum {string} */
              channel: 'in_app' | 'email' | 'push';
              title: string;
              body: string;
              /**
               * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
              /** @description sent: only a log line was written, as no server is set up */
              simulated?: boolean;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description failed: why the last attempt did */
              error?: string;
              /** @description failed: it will be tried again */
              retrying?: boolean;
              category?: string;
              /** @description when it goes out, or was to */
              deliver_at?: number;
              /**
               * @description suppressed: which preference forbids it
               * @enum {string}
               */
              reason?: 'channel_off' | 'category_off';
              /** @description a digest: what has joined it */
              items?: {
                title: string;
                body: string;
                /** @description when it was sent, milliseconds */
                at: number;
              }[];
              /** @description when it was first read, milliseconds */
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
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /**
             * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** @description when it goes out, or was to */
            deliver_at?: number;
            /**
             * @description suppressed: which preference forbids it
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** @description when it was sent, milliseconds */
              at: number;
            }[];
            /** @description when it was first read, milliseconds */
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
            id: string;
            /**
             * @description deleted: from the inbox; cancelled: it never goes out
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
            /** @description the oldest first */
            trace: ({
              /** @description milliseconds since the epoch */
              at: number;
              /** @description see the README */
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
        /** @description the recipient */
        user: string;
      };
      header?: {
        /** @description the last one received */
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
                /** @description notif_<created_at> */
                id: string;
                user_id: string;
                /** @enum {string} */
                channel: 'in_app' | 'email' | 'push';
                title: string;
                body: string;
                /**
                 * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
                /** @description sent: only a log line was written, as no server is set up */
                simulated?: boolean;
                /** @description milliseconds since the epoch */
                created_at: number;
                /** @description failed: why the last attempt did */
                error?: string;
                /** @description failed: it will be tried again */
                retrying?: boolean;
                category?: string;
                /** @description when it goes out, or was to */
                deliver_at?: number;
                /**
                 * @description suppressed: which preference forbids it
                 * @enum {string}
                 */
                reason?: 'channel_off' | 'category_off';
                /** @description a digest: what has joined it */
                items?: {
                  title: string;
                  body: string;
                  /** @description when it was sent, milliseconds */
                  at: number;
                }[];
                /** @description when it was first read, milliseconds */
                read_at?: number;
              }
            | {
                unread: number;
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
        /** @description the recipient */
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
            unread: number;
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
        /** @description the recipient */
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
            /** @description how many were not read before */
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
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /**
             * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** @description when it goes out, or was to */
            deliver_at?: number;
            /**
             * @description suppressed: which preference forbids it
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** @description when it was sent, milliseconds */
              at: number;
            }[];
            /** @description when it was first read, milliseconds */
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
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /**
             * @description suppressed: a preference forbids it; scheduled: until deliver_at
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
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** @description when it goes out, or was to */
            deliver_at?: number;
            /**
             * @description suppressed: which preference forbids it
             * @enum {string}
             */
            reason?: 'channel_off' | 'category_off';
            /** @description a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** @description when it was sent, milliseconds */
              at: number;
            }[];
            /** @description when it was first read, milliseconds */
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
        /** @description the recipient */
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
             * @description false: none at all by this channel
             * @default {}
             */
            channels: {
              /** @description true unless it says false */
              email?: boolean;
              /** @description true unless it says false */
              push?: boolean;
            };
            /**
             * @description by category; those that are not named are on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** @description true unless it says false */
                email?: boolean;
                /** @description true unless it says false */
                push?: boolean;
                /** @description true unless it says false */
                in_app?: boolean;
              };
            };
            /** @description emails and pushes wait until they are over; the clock on the wall counts */
            quiet_hours?: {
              /** @description an IANA time zone: Europe/Berlin */
              timezone: string;
              /** @description 22:00 */
              from: string;
              /** @description 07:00, on the next day if it is before `from`; not the same as `from` */
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
        /** @description the recipient */
        user: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description false: none at all by this channel
           * @default {}
           */
          channels?: {
            /** @description true unless it says false */
            email?: boolean;
            /** @description true unless it says false */
            push?: boolean;
          };
          /**
           * @description by category; those that are not named are on
           * @default {}
           */
          categories?: {
            [key: string]: {
              /** @description true unless it says false */
              email?: boolean;
              /** @description true unless it says false */
              push?: boolean;
              /** @description true unless it says false */
              in_app?: boolean;
            };
          };
          /** @description emails and pushes wait until they are over; the clock on the wall counts */
          quiet_hours?: {
            /** @description an IANA time zone: Europe/Berlin */
            timezone: string;
            /** @description 22:00 */
            from: string;
            /** @description 07:00, on the next day if it is before `from`; not the same as `from` */
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
             * @description false: none at all by this channel
             * @default {}
             */
            channels: {
              /** @description true unless it says false */
              email?: boolean;
              /** @description true unless it says false */
              push?: boolean;
            };
            /**
             * @description by category; those that are not named are on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** @description true unless it says false */
                email?: boolean;
                /** @description true unless it says false */
                push?: boolean;
                /** @description true unless it says false */
                in_app?: boolean;
              };
            };
            /** @description emails and pushes wait until they are over; the clock on the wall counts */
            quiet_hours?: {
              /** @description an IANA time zone: Europe/Berlin */
              timezone: string;
              /** @description 22:00 */
              from: string;
              /** @description 07:00, on the next day if it is before `from`; not the same as `from` */
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
        topic: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description true: users may subscribe; false, as at first: services only */
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
            topic: string;
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
        topic: string;
        /** @description who subscribes */
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
            topic: string;
            user_id: string;
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
        topic: string;
        /** @description who subscribes */
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
            topic: string;
            user_id: string;
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
          /** @description the recipients; one who is named twice gets one */
          user_ids: string[];
          /** @description in_app, email, push */
          channel: string;
          /** Format: text */
          title: string;
          /**
           * Format: text
           * @description may be empty
           */
          body: string;
          /**
           * Format: id
           * @description what it is about, for the preferences of its user
           */
          category?: string;
          /** @description goes out in quiet hours, too */
          urgent?: boolean;
          /** @description not before this instant; one that is past is now, milliseconds */
          deliver_at?: number;
          /** @description joins the digest of user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /**
             * Format: id
             * @description digests with other keys go out on their own
             */
            key: string;
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
            batch_id: string;
            /** @description how many notifications it is */
            total: number;
            /** @description by status; none is 0; retrying: has failed and is tried again */
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
