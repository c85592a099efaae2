/** Written by `npm run openapi`. */
import type { Call, Codes, Json, Members, RawBody } from '../shapes.ts';

export interface KeyValue {
  /**
   * List keys in order of their bytes.
   *
   * Lists the keys on all nodes that begin with the prefix, without expired keys. A page may be shorter than `limit` although more keys follow, so continue until `next_cursor` is absent. Fails with 503 while any node is away.
   *
   * `GET /`
   */
  list(
    members?: Members<operations['keyValueList']>,
  ): Call<Json<operations['keyValueList']>, Codes<operations['keyValueList']>>;
  /**
   * Read the value of a key.
   *
   * Answers with JSON, or with the bytes alone for `Accept: application/octet-stream`; each form has its own `ETag`. Fails with 404 KEY_NOT_FOUND for a key that has no value or has expired. Answers 304 for an `If-None-Match` that names the value, and 412 for an `If-Match` that does not.
   *
   * `GET /{key}`
   *
   * @param key the key: 1–512 bytes in UTF-8, percent-encoded
   * @throws {HawkerError} `KEY_NOT_FOUND`, `PRECONDITION_FAILED`
   */
  get(
    key: string | number,
    members?: Members<operations['keyValueGet']>,
  ): Call<Json<operations['keyValueGet']> | undefined, Codes<operations['keyValueGet']>>;
  /**
   * Store a value under a key.
   *
   * Replaces the value and its `TTL`: without the header, the key does not expire. The `ETag` of the answer names this write. With `If-Match` or `If-None-Match` the value is only stored if the condition holds; otherwise nothing changes and the answer is 412. `If-None-Match: *` stores it only if the key has no value.
   *
   * `PUT /{key}`
   *
   * @param key the key: 1–512 bytes in UTF-8, percent-encoded
   * @throws {HawkerError} `PRECONDITION_FAILED`
   */
  put(
    key: string | number,
    body: RawBody,
    members?: Members<operations['keyValuePut']>,
  ): Call<Json<operations['keyValuePut']>, Codes<operations['keyValuePut']>>;
  /**
   * Delete the value of a key.
   *
   * Also answers 200 for a key that has no value. With `If-Match` or `If-None-Match` the value is only deleted if the condition holds; otherwise the answer is 412.
   *
   * `DELETE /{key}`
   *
   * @param key the key: 1–512 bytes in UTF-8, percent-encoded
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
        /** only keys that begin with this text, up to 512 bytes in UTF-8 */
        prefix?: string;
        /** maximum number of keys per page */
        limit?: number;
        /** next_cursor of the previous page */
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
              /** in the order of the bytes of the keys */
              keys: {
                /** the key */
                key: string;
                /** bytes of the value */
                size: number;
                /** when the key expires, milliseconds since the epoch */
                expires_at?: number;
              }[];
              /** cursor of the next page; absent on the last one */
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
        /** ETags in quotes, separated by commas, one of which must be that of the value; *: the key must have a value */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, none of which may be that of the value; *: the key must not have a value */
        'if-none-match'?: string;
      };
      path: {
        /** the key: 1–512 bytes in UTF-8, percent-encoded */
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
              /** the key */
              key: string;
              /** the value */
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
        /** ETags in quotes, separated by commas, one of which must be that of the value; *: the key must have a value */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, none of which may be that of the value; *: the key must not have a value */
        'if-none-match'?: string;
        /** seconds until the key expires, 1–31,536,000; without it, the key does not expire */
        ttl?: string;
      };
      path: {
        /** the key: 1–512 bytes in UTF-8, percent-encoded */
        key: string;
      };
      cookie?: never;
    };
    /** the value: text in UTF-8, up to 1 MiB, of any Content-Type; without a body the value is empty */
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
              /** the key */
              key: string;
              /** always true */
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
        /** ETags in quotes, separated by commas, one of which must be that of the value; *: the key must have a value */
        'if-match'?: string;
        /** ETags in quotes, separated by commas, none of which may be that of the value; *: the key must not have a value */
        'if-none-match'?: string;
      };
      path: {
        /** the key: 1–512 bytes in UTF-8, percent-encoded */
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
              /** the key */
              key: string;
              /** always true, also when there was no value */
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
