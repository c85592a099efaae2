/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Autocomplete {
  /**
   * `GET /autocomplete`
   */
  query(
    members?: Members<operations['autocompleteQuery']>,
  ): Call<Json<operations['autocompleteQuery']>, Codes<operations['autocompleteQuery']>>;
  /**
   * `POST /train`
   *
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  train(
    body: JsonBody<operations['autocompleteTrain']>,
    members?: Members<operations['autocompleteTrain']>,
  ): Call<Json<operations['autocompleteTrain']>, Codes<operations['autocompleteTrain']>>;
  /**
   * `PUT /admin/terms/{term}`
   *
   * @param term 1–256 characters (code points), kept as sent
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  setTerm(
    term: string | number,
    body: JsonBody<operations['autocompleteSetTerm']>,
    members?: Members<operations['autocompleteSetTerm']>,
  ): Call<Json<operations['autocompleteSetTerm']>, Codes<operations['autocompleteSetTerm']>>;
  /**
   * `DELETE /admin/terms/{term}`
   *
   * @param term 1–256 characters (code points), kept as sent
   */
  deleteTerm(
    term: string | number,
    members?: Members<operations['autocompleteDeleteTerm']>,
  ): Call<Json<operations['autocompleteDeleteTerm']>, Codes<operations['autocompleteDeleteTerm']>>;
  /**
   * `PUT /admin/blocked/{term}`
   *
   * @param term 1–256 characters (code points), kept as sent
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  blockTerm(
    term: string | number,
    members?: Members<operations['autocompleteBlockTerm']>,
  ): Call<Json<operations['autocompleteBlockTerm']>, Codes<operations['autocompleteBlockTerm']>>;
  /**
   * `DELETE /admin/blocked/{term}`
   *
   * @param term 1–256 characters (code points), kept as sent
   */
  unblockTerm(
    term: string | number,
    members?: Members<operations['autocompleteUnblockTerm']>,
  ): Call<
    Json<operations['autocompleteUnblockTerm']>,
    Codes<operations['autocompleteUnblockTerm']>
  >;
  /**
   * `GET /admin/indexes`
   */
  listIndexes(
    members?: Members<operations['autocompleteListIndexes']>,
  ): Call<
    Json<operations['autocompleteListIndexes']>,
    Codes<operations['autocompleteListIndexes']>
  >;
  /**
   * `PUT /admin/indexes/{name}`
   *
   * @param name 1–64 of `a-z`, `0-9`, `-`, `_`
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  setHalfLife(
    name: string | number,
    body: JsonBody<operations['autocompleteSetHalfLife']>,
    members?: Members<operations['autocompleteSetHalfLife']>,
  ): Call<
    Json<operations['autocompleteSetHalfLife']>,
    Codes<operations['autocompleteSetHalfLife']>
  >;
  /**
   * `DELETE /admin/indexes/{name}`
   *
   * @param name 1–64 of `a-z`, `0-9`, `-`, `_`
   */
  deleteIndex(
    name: string | number,
    members?: Members<operations['autocompleteDeleteIndex']>,
  ): Call<
    Json<operations['autocompleteDeleteIndex']>,
    Codes<operations['autocompleteDeleteIndex']>
  >;
  /**
   * `POST /train/bulk`
   *
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  trainBulk(
    body: JsonBody<operations['autocompleteTrainBulk']>,
    members?: Members<operations['autocompleteTrainBulk']>,
  ): Call<Json<operations['autocompleteTrainBulk']>, Codes<operations['autocompleteTrainBulk']>>;
}

export interface operations {
  autocompleteQuery: {
    parameters: {
      query?: {
        /** prefix, up to 256 characters (code points); empty: the best of all terms */
        q?: string;
        /** most results; 0 or less: as many as there are. Never more than 1000 */
        limit?: number;
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
        /** folded: case and accents aside */
        match?: 'exact' | 'folded';
        /** 1: also terms that begin with the prefix after one edit from its third character on, after the others */
        fuzzy?: 0 | 1;
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
              /** the prefix as sent */
              query: string;
              /** by descending freq, then by ascending term (code points) */
              results: {
                term: string;
                /** how often it was trained; in an index with a half-life, what is left of it */
                freq: number;
              }[];
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
              | 'EXPECTATION_FAILED'
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
  autocompleteTrain: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** 1–256 characters (code points), kept as sent */
          term: string;
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
            data: {
              /** the term */
              trained: string;
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  autocompleteSetTerm: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path: {
        /** 1–256 characters (code points), kept as sent */
        term: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** 0: it is no term any more */
          freq: number;
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
            term: string;
            freq: number;
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  autocompleteDeleteTerm: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path: {
        /** 1–256 characters (code points), kept as sent */
        term: string;
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
            /** whether there was one */
            deleted: boolean;
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
  autocompleteBlockTerm: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path: {
        /** 1–256 characters (code points), kept as sent */
        term: string;
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
            term: string;
            blocked: boolean;
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  autocompleteUnblockTerm: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path: {
        /** 1–256 characters (code points), kept as sent */
        term: string;
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
            term: string;
            blocked: boolean;
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
  autocompleteListIndexes: {
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
            /** by name */
            indexes: {
              name: string;
              /** blocked ones and those that round to 0 included */
              terms: number;
              /** terms that are blocked, trained or not */
              blocked: number;
              /** in which a frequency falls to a half; 0: never */
              half_life_hours: number;
            }[];
            /** absent on the last page */
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
              | 'ADMIN_TOKEN_REQUIRED'
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
  autocompleteSetHalfLife: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_` */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** in which a frequency falls to a half; 0: never */
          half_life_hours: number;
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
            name: string;
            /** in which a frequency falls to a half; 0: never */
            half_life_hours: number;
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  autocompleteDeleteIndex: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_` */
        name: string;
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
            /** whether there was one */
            deleted: boolean;
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
  autocompleteTrainBulk: {
    parameters: {
      query?: {
        /** 1–64 of `a-z`, `0-9`, `-`, `_`; indexes are apart from each other */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** each counts as often as listed */
          terms: string[];
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
            data: {
              /** number of terms sent */
              trained: number;
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
