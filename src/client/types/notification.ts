/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Notification {
  /**
   * `POST /send`
   *
   * @throws {HawkerError} `UNKNOWN_CHANNEL`, `REQUEST_IN_PROGRESS`, `DIGEST_FULL`, `KEY_REUSED`, `SENDERS_BUSY`
   */
  send(
    body: JsonBody<operations['notificationSend']>,
    members?: Members<operations['notificationSend']>,
  ): Call<Json<operations['notificationSend']>, Codes<operations['notificationSend']>>;
  /**
   * `GET /notifications`
   */
  list(
    members: Members<operations['notificationList']>,
  ): Call<Json<operations['notificationList']>, Codes<operations['notificationList']>>;
  /**
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
   * `GET /notifications/stream`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members: Members<operations['notificationFollow']>,
  ): Stream<Events<operations['notificationFollow']>>;
  /**
   * `GET /notifications/count`
   */
  count(
    members: Members<operations['notificationCount']>,
  ): Call<Json<operations['notificationCount']>, Codes<operations['notificationCount']>>;
  /**
   * `POST /notifications/read-all`
   */
  readAll(
    members: Members<operations['notificationReadAll']>,
  ): Call<Json<operations['notificationReadAll']>, Codes<operations['notificationReadAll']>>;
  /**
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
   * `PUT /preferences/{user}`
   *
   * @param user the recipient
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
   * `GET /preferences/{user}`
   *
   * @param user the recipient
   */
  showPreferences(
    user: string | number,
    members?: Members<operations['notificationShowPreferences']>,
  ): Call<
    Json<operations['notificationShowPreferences']>,
    Codes<operations['notificationShowPreferences']>
  >;
  /**
   * While identity is on, users subscribe to open topics only. Subscriptions stay when a topic is closed.
   *
   * `PUT /admin/topics/{topic}`
   */
  openTopic(
    topic: string | number,
    body: JsonBody<operations['notificationOpenTopic']>,
    members?: Members<operations['notificationOpenTopic']>,
  ): Call<Json<operations['notificationOpenTopic']>, Codes<operations['notificationOpenTopic']>>;
  /**
   * `PUT /topics/{topic}/subscribers/{user}`
   *
   * @param user who subscribes
   */
  subscribe(
    topic: string | number,
    user: string | number,
    members?: Members<operations['notificationSubscribe']>,
  ): Call<Json<operations['notificationSubscribe']>, Codes<operations['notificationSubscribe']>>;
  /**
   * `DELETE /topics/{topic}/subscribers/{user}`
   *
   * @param user who subscribes
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
   * `POST /send/bulk`
   *
   * @throws {HawkerError} `UNKNOWN_CHANNEL`, `KEY_REUSED`
   */
  sendInBulk(
    body: JsonBody<operations['notificationSendInBulk']>,
    members?: Members<operations['notificationSendInBulk']>,
  ): Call<Json<operations['notificationSendInBulk']>, Codes<operations['notificationSendInBulk']>>;
  /**
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
          /** the recipient; required without a topic */
          user_id?: string;
          /** to all who subscribe to it, instead of user_id; not with address or subscription */
          topic?: string;
          /** in_app, email, push */
          channel: string;
          title: string;
          /** may be empty */
          body: string;
          /** what it is about, for the preferences of its user */
          category?: string;
          /** goes out in quiet hours, too */
          urgent?: boolean;
          /** not before this instant; one that is past is now, milliseconds */
          deliver_at?: number;
          /** joins the digest of user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /** digests with other keys go out on their own */
            key: string;
            window_seconds: number;
          };
          /** where an email goes, if not to user_id */
          address?: string;
          /** what PushManager.subscribe() gives (W3C Push API) */
          subscription?: {
            /** an absolute URL */
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
            /** notif_<created_at> */
            id: string;
            user_id: string;
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
            /** sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** milliseconds since the epoch */
            created_at: number;
            /** failed: why the last attempt did */
            error?: string;
            /** failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** when it goes out, or was to */
            deliver_at?: number;
            /** suppressed: which preference forbids it */
            reason?: 'channel_off' | 'category_off';
            /** a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** when it was sent, milliseconds */
              at: number;
            }[];
            /** when it was first read, milliseconds */
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
            /** notif_<created_at> */
            id: string;
            user_id: string;
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
            /** sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** milliseconds since the epoch */
            created_at: number;
            /** failed: why the last attempt did */
            error?: string;
            /** failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** when it goes out, or was to */
            deliver_at?: number;
            /** suppressed: which preference forbids it */
            reason?: 'channel_off' | 'category_off';
            /** a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** when it was sent, milliseconds */
              at: number;
            }[];
            /** when it was first read, milliseconds */
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
        /** the recipient */
        user: string;
        limit?: number;
        /** the last one of the page before */
        before?: string;
        /** only those that are not read */
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
              /** notif_<created_at> */
              id: string;
              user_id: string;
              channel: 'in_app' | 'email' | 'push';
              title: string;
              body: string;
              /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
              /** sent: only a log line was written, as no server is set up */
              simulated?: boolean;
              /** milliseconds since the epoch */
              created_at: number;
              /** failed: why the last attempt did */
              error?: string;
              /** failed: it will be tried again */
              retrying?: boolean;
              category?: string;
              /** when it goes out, or was to */
              deliver_at?: number;
              /** suppressed: which preference forbids it */
              reason?: 'channel_off' | 'category_off';
              /** a digest: what has joined it */
              items?: {
                title: string;
                body: string;
                /** when it was sent, milliseconds */
                at: number;
              }[];
              /** when it was first read, milliseconds */
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
            /** notif_<created_at> */
            id: string;
            user_id: string;
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
            /** sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** milliseconds since the epoch */
            created_at: number;
            /** failed: why the last attempt did */
            error?: string;
            /** failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** when it goes out, or was to */
            deliver_at?: number;
            /** suppressed: which preference forbids it */
            reason?: 'channel_off' | 'category_off';
            /** a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** when it was sent, milliseconds */
              at: number;
            }[];
            /** when it was first read, milliseconds */
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
            id: string;
            /** deleted: from the inbox; cancelled: it never goes out */
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
            /** the oldest first */
            trace: ({
              /** milliseconds since the epoch */
              at: number;
              /** see the README */
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
        /** the recipient */
        user: string;
      };
      header?: {
        /** the last one received */
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
                /** notif_<created_at> */
                id: string;
                user_id: string;
                channel: 'in_app' | 'email' | 'push';
                title: string;
                body: string;
                /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
                /** sent: only a log line was written, as no server is set up */
                simulated?: boolean;
                /** milliseconds since the epoch */
                created_at: number;
                /** failed: why the last attempt did */
                error?: string;
                /** failed: it will be tried again */
                retrying?: boolean;
                category?: string;
                /** when it goes out, or was to */
                deliver_at?: number;
                /** suppressed: which preference forbids it */
                reason?: 'channel_off' | 'category_off';
                /** a digest: what has joined it */
                items?: {
                  title: string;
                  body: string;
                  /** when it was sent, milliseconds */
                  at: number;
                }[];
                /** when it was first read, milliseconds */
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
        /** the recipient */
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
        /** the recipient */
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
            /** how many were not read before */
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
            /** notif_<created_at> */
            id: string;
            user_id: string;
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
            /** sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** milliseconds since the epoch */
            created_at: number;
            /** failed: why the last attempt did */
            error?: string;
            /** failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** when it goes out, or was to */
            deliver_at?: number;
            /** suppressed: which preference forbids it */
            reason?: 'channel_off' | 'category_off';
            /** a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** when it was sent, milliseconds */
              at: number;
            }[];
            /** when it was first read, milliseconds */
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
            /** notif_<created_at> */
            id: string;
            user_id: string;
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** suppressed: a preference forbids it; scheduled: until deliver_at */
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
            /** sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** milliseconds since the epoch */
            created_at: number;
            /** failed: why the last attempt did */
            error?: string;
            /** failed: it will be tried again */
            retrying?: boolean;
            category?: string;
            /** when it goes out, or was to */
            deliver_at?: number;
            /** suppressed: which preference forbids it */
            reason?: 'channel_off' | 'category_off';
            /** a digest: what has joined it */
            items?: {
              title: string;
              body: string;
              /** when it was sent, milliseconds */
              at: number;
            }[];
            /** when it was first read, milliseconds */
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
        /** the recipient */
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
             * false: none at all by this channel
             * @default {}
             */
            channels: {
              /** true unless it says false */
              email?: boolean;
              /** true unless it says false */
              push?: boolean;
            };
            /**
             * by category; those that are not named are on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** true unless it says false */
                email?: boolean;
                /** true unless it says false */
                push?: boolean;
                /** true unless it says false */
                in_app?: boolean;
              };
            };
            /** emails and pushes wait until they are over; the clock on the wall counts */
            quiet_hours?: {
              /** an IANA time zone: Europe/Berlin */
              timezone: string;
              /** 22:00 */
              from: string;
              /** 07:00, on the next day if it is before `from`; not the same as `from` */
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
        /** the recipient */
        user: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * false: none at all by this channel
           * @default {}
           */
          channels?: {
            /** true unless it says false */
            email?: boolean;
            /** true unless it says false */
            push?: boolean;
          };
          /**
           * by category; those that are not named are on
           * @default {}
           */
          categories?: {
            [key: string]: {
              /** true unless it says false */
              email?: boolean;
              /** true unless it says false */
              push?: boolean;
              /** true unless it says false */
              in_app?: boolean;
            };
          };
          /** emails and pushes wait until they are over; the clock on the wall counts */
          quiet_hours?: {
            /** an IANA time zone: Europe/Berlin */
            timezone: string;
            /** 22:00 */
            from: string;
            /** 07:00, on the next day if it is before `from`; not the same as `from` */
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
             * false: none at all by this channel
             * @default {}
             */
            channels: {
              /** true unless it says false */
              email?: boolean;
              /** true unless it says false */
              push?: boolean;
            };
            /**
             * by category; those that are not named are on
             * @default {}
             */
            categories: {
              [key: string]: {
                /** true unless it says false */
                email?: boolean;
                /** true unless it says false */
                push?: boolean;
                /** true unless it says false */
                in_app?: boolean;
              };
            };
            /** emails and pushes wait until they are over; the clock on the wall counts */
            quiet_hours?: {
              /** an IANA time zone: Europe/Berlin */
              timezone: string;
              /** 22:00 */
              from: string;
              /** 07:00, on the next day if it is before `from`; not the same as `from` */
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
        topic: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** true: users may subscribe; false, as at first: services only */
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
        /** who subscribes */
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
        /** who subscribes */
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
          /** the recipients; one who is named twice gets one */
          user_ids: string[];
          /** in_app, email, push */
          channel: string;
          title: string;
          /** may be empty */
          body: string;
          /** what it is about, for the preferences of its user */
          category?: string;
          /** goes out in quiet hours, too */
          urgent?: boolean;
          /** not before this instant; one that is past is now, milliseconds */
          deliver_at?: number;
          /** joins the digest of user, channel, key and recipient, or opens one; not with deliver_at */
          digest?: {
            /** digests with other keys go out on their own */
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
            batch_id: string;
            /** how many notifications it is */
            total: number;
            /** by status; none is 0; retrying: has failed and is tried again */
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
