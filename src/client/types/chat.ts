/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Chat {
  /**
   * `GET /api/rooms`
   */
  listRooms(
    members?: Members<operations['chatListRooms']>,
  ): Call<Json<operations['chatListRooms']>, Codes<operations['chatListRooms']>>;
  /**
   * `GET /api/rooms/{room}/messages`
   *
   * @param room the room
   * @throws {HawkerError} `BANNED`, `UNKNOWN_ROOM`
   */
  listMessages(
    room: string | number,
    members?: Members<operations['chatListMessages']>,
  ): Call<Json<operations['chatListMessages']>, Codes<operations['chatListMessages']>>;
  /**
   * `POST /api/rooms/{room}/messages`
   *
   * @param room the room
   */
  postMessage(
    room: string | number,
    body: JsonBody<operations['chatPostMessage']>,
    members?: Members<operations['chatPostMessage']>,
  ): Call<Json<operations['chatPostMessage']>, Codes<operations['chatPostMessage']>>;
  /**
   * `GET /api/rooms/{room}/users`
   *
   * @param room the room
   * @throws {HawkerError} `BANNED`, `UNKNOWN_ROOM`
   */
  listUsers(
    room: string | number,
    members?: Members<operations['chatListUsers']>,
  ): Call<Json<operations['chatListUsers']>, Codes<operations['chatListUsers']>>;
  /**
   * `DELETE /api/rooms/{room}/messages/{seq}`
   *
   * @param room the room
   * @throws {HawkerError} `UNKNOWN_MESSAGE`
   */
  deleteMessage(
    room: string | number,
    seq: string | number,
    members?: Members<operations['chatDeleteMessage']>,
  ): Call<Json<operations['chatDeleteMessage']>, Codes<operations['chatDeleteMessage']>>;
  /**
   * `POST /api/rooms/{room}/kick`
   *
   * @param room the room
   */
  kick(
    room: string | number,
    body: JsonBody<operations['chatKick']>,
    members?: Members<operations['chatKick']>,
  ): Call<Json<operations['chatKick']>, Codes<operations['chatKick']>>;
}

export interface operations {
  chatFollow: {
    parameters: {
      query: {
        /** the room to join */
        room?: string;
        /** who speaks */
        user: string;
        /** replay what is kept after this seq */
        since?: number;
        /** 1: send events, which have a type, beside the messages */
        events?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BAD_HANDSHAKE'
              | 'BANNED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STOPPING'
              | 'STORE_UNAVAILABLE'
              | 'UPGRADE_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatListRooms: {
    parameters: {
      query?: {
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
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
            rooms: {
              name: string;
              /** on all replicas */
              clients: number;
            }[];
            /** cursor of the next page; missing on the last one */
            next_cursor?: string;
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
  chatListMessages: {
    parameters: {
      query?: {
        /** those before this seq */
        before?: number;
        limit?: number;
      };
      header?: never;
      path: {
        /** the room */
        room: string;
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
            room: string;
            messages: {
              user: string;
              room: string;
              content: string;
              /** milliseconds since the epoch */
              timestamp: number;
              /** grows by one a message of the room */
              seq: number;
              /** its content was taken back, its place stays */
              deleted?: true;
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
              | 'BANNED'
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
              | 'UNKNOWN_ROOM'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatPostMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** who speaks */
          user: string;
          /** at most 4 KiB in UTF-8, well-formed Unicode */
          content: string;
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            user: string;
            room: string;
            content: string;
            /** milliseconds since the epoch */
            timestamp: number;
            /** grows by one a message of the room */
            seq: number;
            /** its content was taken back, its place stays */
            deleted?: true;
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
  chatListUsers: {
    parameters: {
      query?: {
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        /** the room */
        room: string;
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
            /** sorted by name */
            users: {
              user: string;
              /** on all replicas */
              connections: number;
            }[];
            /** cursor of the next page; missing on the last one */
            next_cursor?: string;
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
              | 'BANNED'
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
              | 'UNKNOWN_ROOM'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatDeleteMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the room */
        room: string;
        seq: number;
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
            user: string;
            room: string;
            content: string;
            /** milliseconds since the epoch */
            timestamp: number;
            /** grows by one a message of the room */
            seq: number;
            /** its content was taken back, its place stays */
            deleted?: true;
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
              | 'UNKNOWN_MESSAGE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  chatKick: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the room */
        room: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** who is to leave the room */
          user: string;
          /** how long the user may not come back; 0 ends a ban; without it, one that is in force stays */
          ban_seconds?: number;
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
            /** connections that were closed, on all replicas */
            closed: number;
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
}
