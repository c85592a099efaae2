/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Autocomplete {
  /**
   * Complete a prefix with the best terms.
   *
   * The most frequent terms that begin with the prefix, at most 1,000. An index that does not exist has none. Lookups are answered from memory, even while Redis is away.
   *
   * `GET /autocomplete`
   */
  query(
    members?: Members<operations['autocompleteQuery']>,
  ): Call<Json<operations['autocompleteQuery']>, Codes<operations['autocompleteQuery']>>;
  /**
   * Train a term once.
   *
   * Adds 1 to the frequency of the term, and creates the index if it does not exist. Fails with 507 STORE_FULL for a new term when the store has no room for more; known terms can still be trained.
   *
   * `POST /train`
   *
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  train(
    body: JsonBody<operations['autocompleteTrain']>,
    members?: Members<operations['autocompleteTrain']>,
  ): Call<Json<operations['autocompleteTrain']>, Codes<operations['autocompleteTrain']>>;
  /**
   * Set the frequency of a term.
   *
   * Overrides what was trained; later training adds to it. A frequency of 0 removes the term.
   *
   * `PUT /admin/terms/{term}`
   *
   * @param term the term: 1–256 characters (code points), kept exactly as sent
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  setTerm(
    term: string | number,
    body: JsonBody<operations['autocompleteSetTerm']>,
    members?: Members<operations['autocompleteSetTerm']>,
  ): Call<Json<operations['autocompleteSetTerm']>, Codes<operations['autocompleteSetTerm']>>;
  /**
   * Remove a term from an index.
   *
   * Training the term again starts at 1. A blocked term stays blocked.
   *
   * `DELETE /admin/terms/{term}`
   *
   * @param term the term: 1–256 characters (code points), kept exactly as sent
   */
  deleteTerm(
    term: string | number,
    members?: Members<operations['autocompleteDeleteTerm']>,
  ): Call<Json<operations['autocompleteDeleteTerm']>, Codes<operations['autocompleteDeleteTerm']>>;
  /**
   * Hide a term from all lookups.
   *
   * The term can still be trained, and comes back with its frequency when it is unblocked. A term can be blocked before it is trained.
   *
   * `PUT /admin/blocked/{term}`
   *
   * @param term the term: 1–256 characters (code points), kept exactly as sent
   * @throws {HawkerError} `TOO_MANY_INDEXES`
   */
  blockTerm(
    term: string | number,
    members?: Members<operations['autocompleteBlockTerm']>,
  ): Call<Json<operations['autocompleteBlockTerm']>, Codes<operations['autocompleteBlockTerm']>>;
  /**
   * Show a blocked term in lookups again.
   *
   * `DELETE /admin/blocked/{term}`
   *
   * @param term the term: 1–256 characters (code points), kept exactly as sent
   */
  unblockTerm(
    term: string | number,
    members?: Members<operations['autocompleteUnblockTerm']>,
  ): Call<
    Json<operations['autocompleteUnblockTerm']>,
    Codes<operations['autocompleteUnblockTerm']>
  >;
  /**
   * List indexes with their sizes.
   *
   * `GET /admin/indexes`
   */
  listIndexes(
    members?: Members<operations['autocompleteListIndexes']>,
  ): Call<
    Json<operations['autocompleteListIndexes']>,
    Codes<operations['autocompleteListIndexes']>
  >;
  /**
   * Set how fast an index forgets.
   *
   * The frequencies of the index fall by half in each half-life from now on. Creates the index if it does not exist; fails with 409 TOO_MANY_INDEXES when there are 1,000.
   *
   * `PUT /admin/indexes/{name}`
   *
   * @param name name of the index: 1–64 of `a-z`, `0-9`, `-`, `_`
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
   * Delete an index and its terms.
   *
   * Its blocked terms and its half-life are deleted too.
   *
   * `DELETE /admin/indexes/{name}`
   *
   * @param name name of the index: 1–64 of `a-z`, `0-9`, `-`, `_`
   */
  deleteIndex(
    name: string | number,
    members?: Members<operations['autocompleteDeleteIndex']>,
  ): Call<
    Json<operations['autocompleteDeleteIndex']>,
    Codes<operations['autocompleteDeleteIndex']>
  >;
  /**
   * Train up to 10,000 terms at once.
   *
   * Adds 1 to the frequency of a term each time it is listed. Terms are trained in steps, so if it fails with 507 STORE_FULL or 503, some of them may have been trained.
   *
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
        /** the prefix, up to 256 characters (code points); when empty, the most frequent of all terms */
        q?: string;
        /** maximum number of results; 0 or less: all, up to 1000 */
        limit?: number;
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
        /** folded: ignores case and accents */
        match?: 'exact' | 'folded';
        /** 1: adds, after the other results, terms that begin with the prefix after one edit: a character inserted, removed or replaced, from its third character on */
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
              /** the highest freq first, then by term (code points) */
              results: {
                /** the term as it was trained */
                term: string;
                /** how often the term was trained; in an index with a half-life, what remains of that */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the term: 1–256 characters (code points), kept exactly as sent */
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
              /** the trained term */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** the term: 1–256 characters (code points), kept exactly as sent */
        term: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the new frequency; 0 removes the term */
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
            /** the term */
            term: string;
            /** its frequency now */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** the term: 1–256 characters (code points), kept exactly as sent */
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
            /** false: there was nothing to delete */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** the term: 1–256 characters (code points), kept exactly as sent */
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
            /** the term */
            term: string;
            /** whether lookups hide it now */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** the term: 1–256 characters (code points), kept exactly as sent */
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
            /** the term */
            term: string;
            /** whether lookups hide it now */
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
        /** maximum number of indexes per page */
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
            /** sorted by name */
            indexes: {
              /** the index */
              name: string;
              /** number of terms, including blocked ones and those whose frequency has fallen to 0 */
              terms: number;
              /** number of blocked terms, trained or not */
              blocked: number;
              /** hours in which a frequency falls by half; 0: frequencies do not fall */
              half_life_hours: number;
            }[];
            /** cursor of the next page; absent on the last one */
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
        /** name of the index: 1–64 of `a-z`, `0-9`, `-`, `_` */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** hours in which a frequency falls by half; 0: frequencies do not fall */
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
            /** the index */
            name: string;
            /** hours in which a frequency falls by half; 0: frequencies do not fall */
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
        /** name of the index: 1–64 of `a-z`, `0-9`, `-`, `_` */
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
            /** false: there was nothing to delete */
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
        /** name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the terms; a term that is listed several times is counted each time */
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
              /** number of terms in the request */
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
