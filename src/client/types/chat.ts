/** Written by `npm run openapi`. */
import type { Call, Codes, Json, Members } from '../shapes.ts';

export interface Chat {
  /** GET /api/rooms */
  listRooms(
    members?: Members<operations['chatListRooms']>,
  ): Call<Json<operations['chatListRooms']>, Codes<operations['chatListRooms']>>;
  /** GET /api/rooms/{room}/messages */
  listMessages(
    room: string | number,
    members?: Members<operations['chatListMessages']>,
  ): Call<Json<operations['chatListMessages']>, Codes<operations['chatListMessages']>>;
}

export interface operations {
  chatConnect: {
    parameters: {
      query: {
        /** @description the room to join */
        room?: string;
        /** @description who speaks */
        user: string;
        /** @description replay what is kept after this seq */
        since?: number;
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
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'BAD_HANDSHAKE'
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
        /** @description next_cursor of the page before */
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
              /** @description on all replicas */
              clients: number;
            }[];
            /** @description cursor of the next page; missing on the last one */
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
  chatListMessages: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description the room */
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
              /** @description milliseconds since the epoch */
              timestamp: number;
              /** @description grows by one a message of the room */
              seq: number;
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
              | 'UNKNOWN_ROOM'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
