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
  /** GET /notifications/stream */
  follow(
    members: Members<operations['notificationFollow']>,
  ): Stream<Events<operations['notificationFollow']>>;
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
           * @description the recipient
           */
          user_id: string;
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
            /** @enum {string} */
            status: 'delivered' | 'sent' | 'failed';
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
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
            /** @enum {string} */
            status: 'delivered' | 'sent' | 'failed';
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
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
              /** @enum {string} */
              status: 'delivered' | 'sent' | 'failed';
              /** @description sent: only a log line was written, as no server is set up */
              simulated?: boolean;
              /** @description milliseconds since the epoch */
              created_at: number;
              /** @description failed: why the last attempt did */
              error?: string;
              /** @description failed: it will be tried again */
              retrying?: boolean;
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
            /** @enum {string} */
            status: 'delivered' | 'sent' | 'failed';
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
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
          'text/event-stream': {
            /** @description notif_<created_at> */
            id: string;
            user_id: string;
            /** @enum {string} */
            channel: 'in_app' | 'email' | 'push';
            title: string;
            body: string;
            /** @enum {string} */
            status: 'delivered' | 'sent' | 'failed';
            /** @description sent: only a log line was written, as no server is set up */
            simulated?: boolean;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description failed: why the last attempt did */
            error?: string;
            /** @description failed: it will be tried again */
            retrying?: boolean;
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
