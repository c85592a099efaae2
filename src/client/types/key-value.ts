/** Written by `npm run openapi`. */
import type { Call, Codes, Json, Members, RawBody } from '../shapes.ts';

export interface KeyValue {
  /**
   * `GET /`
   */
  list(
    members?: Members<operations['keyValueList']>,
  ): Call<Json<operations['keyValueList']>, Codes<operations['keyValueList']>>;
  /**
   * `GET /{key}`
   *
   * @param key 1–512 bytes in UTF-8, percent-encoded
   * @throws {HawkerError} `KEY_NOT_FOUND`, `PRECONDITION_FAILED`
   */
  get(
    key: string | number,
    members?: Members<operations['keyValueGet']>,
  ): Call<Json<operations['keyValueGet']> | undefined, Codes<operations['keyValueGet']>>;
  /**
   * `PUT /{key}`
   *
   * @param key 1–512 bytes in UTF-8, percent-encoded
   * @throws {HawkerError} `PRECONDITION_FAILED`
   */
  put(
    key: string | number,
    body: RawBody,
    members?: Members<operations['keyValuePut']>,
  ): Call<Json<operations['keyValuePut']>, Codes<operations['keyValuePut']>>;
  /**
   * `DELETE /{key}`
   *
   * @param key 1–512 bytes in UTF-8, percent-encoded
   * @throws {HawkerError} `PRECONDITION_FAILED`
   */
  delete(
    key: string | number,
    members?: Members<operations['keyValueDelete']>,
  ): Call<Json<operations['keyValueDelete']>, Codes<operations['keyValueDelete']>>;
}

export interface operations {
  keyValueList: {
    parameters: {
      query?: {
        /** keys that begin so, up to 512 bytes in UTF-8 */
        prefix?: string;
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
            data: {
              /** in the order of their bytes */
              keys: {
                key: string;
                /** bytes of the value */
                size: number;
                /** when the key expires, milliseconds since the epoch */
                expires_at?: number;
              }[];
              /** there may be more */
              next_cursor?: string;
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
  keyValueGet: {
    parameters: {
      query?: never;
      header?: {
        /** ETags in quotes, separated by commas, or *: the value must be one */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, or *: the value must be none */
        'if-none-match'?: string;
      };
      path: {
        /** 1–512 bytes in UTF-8, percent-encoded */
        key: string;
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
            data: {
              key: string;
              value: string;
            };
          };
          'application/octet-stream': string;
        };
      };
      304: {
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
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'KEY_NOT_FOUND'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
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
  keyValuePut: {
    parameters: {
      query?: never;
      header?: {
        /** ETags in quotes, separated by commas, or *: the value must be one */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, or *: the value must be none */
        'if-none-match'?: string;
        /** seconds until the key has no value any more, 1–31,536,000; by default it stays */
        ttl?: string;
      };
      path: {
        /** 1–512 bytes in UTF-8, percent-encoded */
        key: string;
      };
      cookie?: never;
    };
    /** text in UTF-8, up to 1 MiB, of any Content-Type; none is an empty value */
    requestBody: {
      content: {
        '*/*': unknown;
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              key: string;
              stored: boolean;
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
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  keyValueDelete: {
    parameters: {
      query?: never;
      header?: {
        /** ETags in quotes, separated by commas, or *: the value must be one */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, or *: the value must be none */
        'if-none-match'?: string;
      };
      path: {
        /** 1–512 bytes in UTF-8, percent-encoded */
        key: string;
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
            data: {
              key: string;
              deleted: boolean;
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
              | 'PRECONDITION_FAILED'
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
