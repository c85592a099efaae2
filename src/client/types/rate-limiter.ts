/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface RateLimiter {
  /** GET /unlimited. A route to compare with `/limited`: it counts nothing and refuses no request. */
  unlimited(
    members?: Members<operations['rateLimiterUnlimited']>,
  ): Call<Json<operations['rateLimiterUnlimited']>, Codes<operations['rateLimiterUnlimited']>>;
  /** POST /check. Counts the cost in every limit of the policy, or in the limit that the request brings, if each of them has room; otherwise it counts nothing. The answer is 200 whether the request is allowed or not, unless `?status=429` asks for a refusal as 429 RATE_LIMITED. Fails with 503 while the store cannot be reached, unless the policy says `on_outage: allow` or is in shadow mode. */
  check(
    body: JsonBody<operations['rateLimiterCheck']>,
    members?: Members<operations['rateLimiterCheck']>,
  ): Call<Json<operations['rateLimiterCheck']>, Codes<operations['rateLimiterCheck']>>;
  /** POST /check/batch. Each check is decided and counted on its own, as by `/check`. A check that fails has a problem code in place of a decision. An invalid member in any check is 400 for the whole batch, and nothing is counted. */
  checkBatch(
    body: JsonBody<operations['rateLimiterCheckBatch']>,
    members?: Members<operations['rateLimiterCheckBatch']>,
  ): Call<Json<operations['rateLimiterCheckBatch']>, Codes<operations['rateLimiterCheckBatch']>>;
  /** POST /refund. Takes the cost out of each limit, the most recently counted units first, and never more than was counted. Answers with what a check with `peek` would then say. Refund soon: later, the newest units belong to other requests. */
  refund(
    body: JsonBody<operations['rateLimiterRefund']>,
    members?: Members<operations['rateLimiterRefund']>,
  ): Call<Json<operations['rateLimiterRefund']>, Codes<operations['rateLimiterRefund']>>;
  /** PUT /admin/policies/{name}. The change is in force on this replica when it is answered, and on the others within a second. Units that were counted stay counted, and overrides are kept. Fails with 409 when there are 1,000 policies. */
  putPolicy(
    name: string | number,
    body: JsonBody<operations['rateLimiterPutPolicy']>,
    members?: Members<operations['rateLimiterPutPolicy']>,
  ): Call<Json<operations['rateLimiterPutPolicy']>, Codes<operations['rateLimiterPutPolicy']>>;
  /** GET /admin/policies/{name} */
  showPolicy(
    name: string | number,
    members?: Members<operations['rateLimiterShowPolicy']>,
  ): Call<Json<operations['rateLimiterShowPolicy']>, Codes<operations['rateLimiterShowPolicy']>>;
  /** DELETE /admin/policies/{name}. Checks that name the policy fail with 404 from then on. Units that were counted stay counted, in case the policy is created again. */
  removePolicy(
    name: string | number,
    members?: Members<operations['rateLimiterRemovePolicy']>,
  ): Call<
    Json<operations['rateLimiterRemovePolicy']>,
    Codes<operations['rateLimiterRemovePolicy']>
  >;
  /** PUT /admin/policies/{name}/overrides/{key}. The key keeps to these limits in place of those of the policy. Fails with 409 when there are 100,000 overrides across all policies. */
  putOverride(
    name: string | number,
    key: string | number,
    body: JsonBody<operations['rateLimiterPutOverride']>,
    members?: Members<operations['rateLimiterPutOverride']>,
  ): Call<Json<operations['rateLimiterPutOverride']>, Codes<operations['rateLimiterPutOverride']>>;
  /** DELETE /admin/policies/{name}/overrides/{key}. The key keeps to the limits of the policy again. Units that were counted stay counted. */
  removeOverride(
    name: string | number,
    key: string | number,
    members?: Members<operations['rateLimiterRemoveOverride']>,
  ): Call<
    Json<operations['rateLimiterRemoveOverride']>,
    Codes<operations['rateLimiterRemoveOverride']>
  >;
  /** POST /admin/reset. Forgets what `/limited` has counted for the address, so that its next request passes. Policies and checks are not affected. */
  reset(
    body: JsonBody<operations['rateLimiterReset']>,
    members?: Members<operations['rateLimiterReset']>,
  ): Call<Json<operations['rateLimiterReset']>, Codes<operations['rateLimiterReset']>>;
  /** GET /limited. Counts the request for the client address, an IPv6 address as its /56 network. Answers 429 RATE_LIMITED when the window has no room. Each answer says what is left in `RateLimit` and `RateLimit-Policy`. */
  limited(
    members?: Members<operations['rateLimiterLimited']>,
  ): Call<Json<operations['rateLimiterLimited']>, Codes<operations['rateLimiterLimited']>>;
}

export interface operations {
  rateLimiterUnlimited: {
    parameters: {
      query?: never;
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
            /** @description a fixed text */
            message: string;
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
  rateLimiterCheck: {
    parameters: {
      query?: {
        /** @description 429: a refusal is answered with this status instead of 200 */
        status?: 200 | 429;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the policy to apply; without it, limit and window_ms are required
           */
          policy?: string;
          /** @description units allowed in one window */
          limit?: number;
          /** @description length of the window, milliseconds; up to a day */
          window_ms?: number;
          /**
           * @description sliding-window when absent; must not be given with a policy
           * @enum {string}
           */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /**
           * Format: id
           * @description units with the same key are counted together: a user, an address
           */
          key: string;
          /**
           * @description units that the request takes
           * @default 1
           */
          cost?: number;
          /**
           * @description true: only reports what a check would decide, and counts nothing
           * @default false
           */
          peek?: boolean;
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
            /** @description whether the request is allowed */
            allowed: boolean;
            /** @description units in one window; where there are several limits, of the one with the least left */
            limit: number;
            /** @description units that this limit has left */
            remaining: number;
            /** @description 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
            retry_after_ms: number | null;
            /** @description how long until this limit is all free again if nothing more is counted */
            reset_after_ms: number;
            /** @description the policy that was applied */
            policy?: string;
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
              | 'UNKNOWN_POLICY'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterCheckBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description checks, each as in the body of `/check` */
          checks: {
            /**
             * Format: id
             * @description the policy to apply; without it, limit and window_ms are required
             */
            policy?: string;
            /** @description units allowed in one window */
            limit?: number;
            /** @description length of the window, milliseconds; up to a day */
            window_ms?: number;
            /**
             * @description sliding-window when absent; must not be given with a policy
             * @enum {string}
             */
            algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /**
             * Format: id
             * @description units with the same key are counted together: a user, an address
             */
            key: string;
            /**
             * @description units that the request takes
             * @default 1
             */
            cost?: number;
            /**
             * @description true: only reports what a check would decide, and counts nothing
             * @default false
             */
            peek?: boolean;
          }[];
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
            /** @description one result for each check, in the same order */
            results: (
              | {
                  /** @description whether the request is allowed */
                  allowed: boolean;
                  /** @description units in one window; where there are several limits, of the one with the least left */
                  limit: number;
                  /** @description units that this limit has left */
                  remaining: number;
                  /** @description 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
                  retry_after_ms: number | null;
                  /** @description how long until this limit is all free again if nothing more is counted */
                  reset_after_ms: number;
                  /** @description the policy that was applied */
                  policy?: string;
                }
              | ({
                  /** @description a problem code, such as UNKNOWN_POLICY */
                  code: string;
                  /** @description the HTTP status that the check alone would have had */
                  status: number;
                  /** @description what the code means */
                  title: string;
                  /** @description what is wrong with this check */
                  detail: string;
                } & {
                  [key: string]: unknown;
                })
            )[];
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
  rateLimiterRefund: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the policy to apply; without it, limit and window_ms are required
           */
          policy?: string;
          /** @description units allowed in one window */
          limit?: number;
          /** @description length of the window, milliseconds; up to a day */
          window_ms?: number;
          /**
           * @description sliding-window when absent; must not be given with a policy
           * @enum {string}
           */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /**
           * Format: id
           * @description units with the same key are counted together: a user, an address
           */
          key: string;
          /**
           * @description units that the request takes
           * @default 1
           */
          cost?: number;
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
            /** @description whether the request is allowed */
            allowed: boolean;
            /** @description units in one window; where there are several limits, of the one with the least left */
            limit: number;
            /** @description units that this limit has left */
            remaining: number;
            /** @description 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
            retry_after_ms: number | null;
            /** @description how long until this limit is all free again if nothing more is counted */
            reset_after_ms: number;
            /** @description the policy that was applied */
            policy?: string;
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
              | 'UNKNOWN_POLICY'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterShowPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the policy */
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
            /** @description name of the policy */
            name: string;
            /**
             * @description how requests are counted
             * @enum {string}
             */
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** @description a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** @description units allowed in one window */
              limit: number;
              /** @description length of the window, milliseconds; up to a day */
              window_ms: number;
            }[];
            /**
             * @description true: every request is allowed; requests that would have been refused are only counted in a metric
             * @default false
             */
            shadow: boolean;
            /**
             * @description whether checks are allowed or fail with 503 while the store cannot be reached
             * @enum {string}
             */
            on_outage: 'allow' | 'refuse';
            /** @description number of keys with limits of their own */
            overrides: number;
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
              | 'UNKNOWN_POLICY'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterPutPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the policy */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description how requests are counted
           * @enum {string}
           */
          algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** @description a request must fit in all of them, or none counts it; no two may have the same window */
          limits: {
            /** @description units allowed in one window */
            limit: number;
            /** @description length of the window, milliseconds; up to a day */
            window_ms: number;
          }[];
          /**
           * @description true: every request is allowed; requests that would have been refused are only counted in a metric
           * @default false
           */
          shadow?: boolean;
          /**
           * @description whether checks are allowed or fail with 503 while the store cannot be reached
           * @enum {string}
           */
          on_outage: 'allow' | 'refuse';
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
            /** @description name of the policy */
            name: string;
            /**
             * @description how requests are counted
             * @enum {string}
             */
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** @description a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** @description units allowed in one window */
              limit: number;
              /** @description length of the window, milliseconds; up to a day */
              window_ms: number;
            }[];
            /**
             * @description true: every request is allowed; requests that would have been refused are only counted in a metric
             * @default false
             */
            shadow: boolean;
            /**
             * @description whether checks are allowed or fail with 503 while the store cannot be reached
             * @enum {string}
             */
            on_outage: 'allow' | 'refuse';
            /** @description number of keys with limits of their own */
            overrides: number;
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
              | 'TOO_MANY_POLICIES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterRemovePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the policy */
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
            /** @description name of the policy */
            name: string;
            /** @enum {boolean} */
            deleted: true;
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
              | 'UNKNOWN_POLICY'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterPutOverride: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the policy */
        name: string;
        /** @description the key that has its own limits */
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description a request must fit in all of them, or none counts it; no two may have the same window */
          limits: {
            /** @description units allowed in one window */
            limit: number;
            /** @description length of the window, milliseconds; up to a day */
            window_ms: number;
          }[];
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
            /** @description name of the policy */
            policy: string;
            /** @description the key that has its own limits */
            key: string;
            /** @description a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** @description units allowed in one window */
              limit: number;
              /** @description length of the window, milliseconds; up to a day */
              window_ms: number;
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
              | 'TOO_MANY_OVERRIDES'
              | 'UNKNOWN_POLICY'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterRemoveOverride: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description name of the policy */
        name: string;
        /** @description the key that has its own limits */
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
            /** @description name of the policy */
            policy: string;
            /** @description the key that has its own limits */
            key: string;
            /** @enum {boolean} */
            deleted: true;
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
              | 'UNKNOWN_OVERRIDE'
              | 'UNKNOWN_POLICY'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  rateLimiterReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description client address, IPv4 or IPv6 */
          ip: string;
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
            /** @description a fixed text */
            message: string;
            /** @description the address as it was given */
            ip: string;
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
  rateLimiterLimited: {
    parameters: {
      query?: never;
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
            /** @description a fixed text */
            message: string;
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
}
