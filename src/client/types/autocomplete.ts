/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Autocomplete {
  /** GET /autocomplete. The most frequent terms that begin with the prefix, at most 1,000. An index that does not exist has none. Lookups are answered from memory, even while Redis is away. */
  query(
    members?: Members<operations['autocompleteQuery']>,
  ): Call<Json<operations['autocompleteQuery']>, Codes<operations['autocompleteQuery']>>;
  /** POST /train. Adds 1 to the frequency of the term, and creates the index if it does not exist. Fails with 507 STORE_FULL for a new term when the store has no room for further ones; known terms can still be trained. */
  train(
    body: JsonBody<operations['autocompleteTrain']>,
    members?: Members<operations['autocompleteTrain']>,
  ): Call<Json<operations['autocompleteTrain']>, Codes<operations['autocompleteTrain']>>;
  /** PUT /admin/terms/{term}. Overrides what was trained; later training adds to it. A frequency of 0 removes the term. */
  setTerm(
    term: string | number,
    body: JsonBody<operations['autocompleteSetTerm']>,
    members?: Members<operations['autocompleteSetTerm']>,
  ): Call<Json<operations['autocompleteSetTerm']>, Codes<operations['autocompleteSetTerm']>>;
  /** DELETE /admin/terms/{term}. Training the term again starts at 1. A blocked term stays blocked. */
  deleteTerm(
    term: string | number,
    members?: Members<operations['autocompleteDeleteTerm']>,
  ): Call<Json<operations['autocompleteDeleteTerm']>, Codes<operations['autocompleteDeleteTerm']>>;
  /** PUT /admin/blocked/{term}. The term can still be trained, and comes back with its frequency when it is unblocked. A term can be blocked before it is trained. */
  blockTerm(
    term: string | number,
    members?: Members<operations['autocompleteBlockTerm']>,
  ): Call<Json<operations['autocompleteBlockTerm']>, Codes<operations['autocompleteBlockTerm']>>;
  /** DELETE /admin/blocked/{term} */
  unblockTerm(
    term: string | number,
    members?: Members<operations['autocompleteUnblockTerm']>,
  ): Call<
    Json<operations['autocompleteUnblockTerm']>,
    Codes<operations['autocompleteUnblockTerm']>
  >;
  /** GET /admin/indexes */
  listIndexes(
    members?: Members<operations['autocompleteListIndexes']>,
  ): Call<
    Json<operations['autocompleteListIndexes']>,
    Codes<operations['autocompleteListIndexes']>
  >;
  /** PUT /admin/indexes/{name}. The frequencies of the index fall by half in each half-life from now on. Creates the index if it does not exist; fails with 409 TOO_MANY_INDEXES when there are 1,000. */
  setHalfLife(
    name: string | number,
    body: JsonBody<operations['autocompleteSetHalfLife']>,
    members?: Members<operations['autocompleteSetHalfLife']>,
  ): Call<
    Json<operations['autocompleteSetHalfLife']>,
    Codes<operations['autocompleteSetHalfLife']>
  >;
  /** DELETE /admin/indexes/{name}. Its blocked terms and its half-life are deleted too. */
  deleteIndex(
    name: string | number,
    members?: Members<operations['autocompleteDeleteIndex']>,
  ): Call<
    Json<operations['autocompleteDeleteIndex']>,
    Codes<operations['autocompleteDeleteIndex']>
  >;
  /** POST /train/bulk. Adds 1 to the frequency of a term each time it is listed. Terms are trained in steps, so when it fails with 507 STORE_FULL or 503 some of them may be trained. */
  trainBulk(
    body: JsonBody<operations['autocompleteTrainBulk']>,
    members?: Members<operations['autocompleteTrainBulk']>,
  ): Call<Json<operations['autocompleteTrainBulk']>, Codes<operations['autocompleteTrainBulk']>>;
}

export interface operations {
  autocompleteQuery: {
    parameters: {
      query?: {
        /** @description the prefix, up to 256 characters (code points); when empty, the most frequent of all terms */
        q?: string;
        /** @description most results; 0 or less: all, up to 1000 */
        limit?: number;
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
        /** @description folded: ignores case and accents */
        match?: 'exact' | 'folded';
        /** @description 1: adds, after the other results, terms that begin with the prefix after one edit: a character inserted, removed or replaced, from its third character on */
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
              /** @description the prefix as sent */
              query: string;
              /** @description the highest freq first, then by term (code points) */
              results: {
                /** @description the term as it was trained */
                term: string;
                /** @description how often the term was trained; in an index with a half-life, what remains of that */
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
            /** @enum {unknown} */
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
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description the term: 1–256 characters (code points), kept exactly as sent */
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
              /** @description the trained term */
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
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** @description the term: 1–256 characters (code points), kept exactly as sent */
        term: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description the new frequency; 0 removes the term */
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
            /** @description the term */
            term: string;
            /** @description its frequency now */
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
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** @description the term: 1–256 characters (code points), kept exactly as sent */
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
            /** @description false: there was nothing to delete */
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
  autocompleteBlockTerm: {
    parameters: {
      query?: {
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** @description the term: 1–256 characters (code points), kept exactly as sent */
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
            /** @description the term */
            term: string;
            /** @description whether lookups hide it now */
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
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path: {
        /** @description the term: 1–256 characters (code points), kept exactly as sent */
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
            /** @description the term */
            term: string;
            /** @description whether lookups hide it now */
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
  autocompleteListIndexes: {
    parameters: {
      query?: {
        /** @description most indexes of the page */
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
            /** @description sorted by name */
            indexes: {
              /** @description the index */
              name: string;
              /** @description number of terms, including blocked ones and those whose frequency has fallen to 0 */
              terms: number;
              /** @description number of blocked terms, trained or not */
              blocked: number;
              /** @description hours in which a frequency falls by half; 0: frequencies do not fall */
              half_life_hours: number;
            }[];
            /** @description cursor of the next page; absent on the last one */
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
        /** @description name of the index: 1–64 of `a-z`, `0-9`, `-`, `_` */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description hours in which a frequency falls by half; 0: frequencies do not fall */
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
            /** @description the index */
            name: string;
            /** @description hours in which a frequency falls by half; 0: frequencies do not fall */
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
        /** @description name of the index: 1–64 of `a-z`, `0-9`, `-`, `_` */
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
            /** @description false: there was nothing to delete */
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
  autocompleteTrainBulk: {
    parameters: {
      query?: {
        /** @description name of the index, 1–64 of `a-z`, `0-9`, `-`, `_`; each index has its own terms */
        index?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description the terms; one that is listed several times counts as often */
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
              /** @description number of terms in the request */
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
              | 'TOO_MANY_INDEXES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
