/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface RateLimiter {
  /**
   * Call a route without a rate limit.
   *
   * A route to compare with `/limited`: it counts nothing and refuses no request.
   *
   * `GET /unlimited`
   */
  unlimited(
    members?: Members<operations['rateLimiterUnlimited']>,
  ): Call<Json<operations['rateLimiterUnlimited']>, Codes<operations['rateLimiterUnlimited']>>;
  /**
   * Check a limit and count a request.
   *
   * Counts the cost in every limit of the policy, or in the limit that the request brings, if each of them has room; otherwise it counts nothing. The answer is 200 whether the request is allowed or not, unless `?status=429` asks for a refusal as 429 RATE_LIMITED. Fails with 503 while the store cannot be reached, unless the policy says `on_outage: allow` or is in shadow mode.
   *
   * `POST /check`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  check(
    body: JsonBody<operations['rateLimiterCheck']>,
    members?: Members<operations['rateLimiterCheck']>,
  ): Call<Json<operations['rateLimiterCheck']>, Codes<operations['rateLimiterCheck']>>;
  /**
   * Make up to 100 checks at once.
   *
   * Each check is decided and counted on its own, as by `/check`. A check that fails has a problem code in place of a decision. An invalid member in any check is 400 for the whole batch, and nothing is counted.
   *
   * `POST /check/batch`
   */
  checkBatch(
    body: JsonBody<operations['rateLimiterCheckBatch']>,
    members?: Members<operations['rateLimiterCheckBatch']>,
  ): Call<Json<operations['rateLimiterCheckBatch']>, Codes<operations['rateLimiterCheckBatch']>>;
  /**
   * Give back units that were counted.
   *
   * Takes the cost out of each limit, the most recently counted units first, and never more than was counted. Answers with what a check with `peek` would then say. Refund soon: later, the newest units belong to other requests.
   *
   * `POST /refund`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  refund(
    body: JsonBody<operations['rateLimiterRefund']>,
    members?: Members<operations['rateLimiterRefund']>,
  ): Call<Json<operations['rateLimiterRefund']>, Codes<operations['rateLimiterRefund']>>;
  /**
   * Create or replace a policy.
   *
   * The change is in force on this replica when it is answered, and on the others within a second. Units that were counted stay counted, and overrides are kept. Fails with 409 when there are 1,000 policies.
   *
   * `PUT /admin/policies/{name}`
   *
   * @param name name of the policy
   * @throws {HawkerError} `TOO_MANY_POLICIES`
   */
  putPolicy(
    name: string | number,
    body: JsonBody<operations['rateLimiterPutPolicy']>,
    members?: Members<operations['rateLimiterPutPolicy']>,
  ): Call<Json<operations['rateLimiterPutPolicy']>, Codes<operations['rateLimiterPutPolicy']>>;
  /**
   * Show a policy and its number of overrides.
   *
   * `GET /admin/policies/{name}`
   *
   * @param name name of the policy
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  showPolicy(
    name: string | number,
    members?: Members<operations['rateLimiterShowPolicy']>,
  ): Call<Json<operations['rateLimiterShowPolicy']>, Codes<operations['rateLimiterShowPolicy']>>;
  /**
   * Remove a policy and its overrides.
   *
   * Checks that name the policy fail with 404 from then on. Units that were counted stay counted, in case the policy is created again.
   *
   * `DELETE /admin/policies/{name}`
   *
   * @param name name of the policy
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  removePolicy(
    name: string | number,
    members?: Members<operations['rateLimiterRemovePolicy']>,
  ): Call<
    Json<operations['rateLimiterRemovePolicy']>,
    Codes<operations['rateLimiterRemovePolicy']>
  >;
  /**
   * Give one key its own limits.
   *
   * The key keeps to these limits in place of those of the policy. Fails with 409 when there are 100,000 overrides across all policies.
   *
   * `PUT /admin/policies/{name}/overrides/{key}`
   *
   * @param name name of the policy
   * @param key the key that has its own limits
   * @throws {HawkerError} `UNKNOWN_POLICY`, `TOO_MANY_OVERRIDES`
   */
  putOverride(
    name: string | number,
    key: string | number,
    body: JsonBody<operations['rateLimiterPutOverride']>,
    members?: Members<operations['rateLimiterPutOverride']>,
  ): Call<Json<operations['rateLimiterPutOverride']>, Codes<operations['rateLimiterPutOverride']>>;
  /**
   * Remove the override of a key.
   *
   * The key keeps to the limits of the policy again. Units that were counted stay counted.
   *
   * `DELETE /admin/policies/{name}/overrides/{key}`
   *
   * @param name name of the policy
   * @param key the key that has its own limits
   * @throws {HawkerError} `UNKNOWN_POLICY`, `UNKNOWN_OVERRIDE`
   */
  removeOverride(
    name: string | number,
    key: string | number,
    members?: Members<operations['rateLimiterRemoveOverride']>,
  ): Call<
    Json<operations['rateLimiterRemoveOverride']>,
    Codes<operations['rateLimiterRemoveOverride']>
  >;
  /**
   * Reset the limit of a client address.
   *
   * Forgets what `/limited` has counted for the address, so that its next request passes. Policies and checks are not affected.
   *
   * `POST /admin/reset`
   */
  reset(
    body: JsonBody<operations['rateLimiterReset']>,
    members?: Members<operations['rateLimiterReset']>,
  ): Call<Json<operations['rateLimiterReset']>, Codes<operations['rateLimiterReset']>>;
  /**
   * Call a route that is rate limited.
   *
   * Counts the request for the client address, an IPv6 address as its /56 network. Answers 429 RATE_LIMITED when the window has no room. Each answer says what is left in `RateLimit` and `RateLimit-Policy`.
   *
   * `GET /limited`
   */
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
            /** a fixed text */
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
        /** 429: a refusal is answered with this status instead of 200 */
        status?: 200 | 429;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the policy to apply; without it, limit and window_ms are required */
          policy?: string;
          /** units allowed in one window */
          limit?: number;
          /** length of the window, milliseconds; up to a day */
          window_ms?: number;
          /** sliding-window when absent; must not be given with a policy */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** units with the same key are counted together: a user, an address */
          key: string;
          /**
           * units that the request takes
           * @default 1
           */
          cost?: number;
          /**
           * true: only reports what a check would decide, and counts nothing
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
            /** whether the request is allowed */
            allowed: boolean;
            /** units in one window; where there are several limits, of the one with the least left */
            limit: number;
            /** units that this limit has left */
            remaining: number;
            /** 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
            retry_after_ms: number | null;
            /** how long until this limit is all free again if nothing more is counted */
            reset_after_ms: number;
            /** the policy that was applied */
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
          /** checks, each as in the body of `/check` */
          checks: {
            /** the policy to apply; without it, limit and window_ms are required */
            policy?: string;
            /** units allowed in one window */
            limit?: number;
            /** length of the window, milliseconds; up to a day */
            window_ms?: number;
            /** sliding-window when absent; must not be given with a policy */
            algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** units with the same key are counted together: a user, an address */
            key: string;
            /**
             * units that the request takes
             * @default 1
             */
            cost?: number;
            /**
             * true: only reports what a check would decide, and counts nothing
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
            /** one result for each check, in the same order */
            results: (
              | {
                  /** whether the request is allowed */
                  allowed: boolean;
                  /** units in one window; where there are several limits, of the one with the least left */
                  limit: number;
                  /** units that this limit has left */
                  remaining: number;
                  /** 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
                  retry_after_ms: number | null;
                  /** how long until this limit is all free again if nothing more is counted */
                  reset_after_ms: number;
                  /** the policy that was applied */
                  policy?: string;
                }
              | ({
                  /** a problem code, such as UNKNOWN_POLICY */
                  code: string;
                  /** the HTTP status that the check alone would have had */
                  status: number;
                  /** what the code means */
                  title: string;
                  /** what is wrong with this check */
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
          /** the policy to apply; without it, limit and window_ms are required */
          policy?: string;
          /** units allowed in one window */
          limit?: number;
          /** length of the window, milliseconds; up to a day */
          window_ms?: number;
          /** sliding-window when absent; must not be given with a policy */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** units with the same key are counted together: a user, an address */
          key: string;
          /**
           * units that the request takes
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
            /** whether the request is allowed */
            allowed: boolean;
            /** units in one window; where there are several limits, of the one with the least left */
            limit: number;
            /** units that this limit has left */
            remaining: number;
            /** 0 when allowed; otherwise how long until all limits have room; null: never, as the cost is above a limit */
            retry_after_ms: number | null;
            /** how long until this limit is all free again if nothing more is counted */
            reset_after_ms: number;
            /** the policy that was applied */
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
        /** name of the policy */
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
            /** name of the policy */
            name: string;
            /** how requests are counted */
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** units allowed in one window */
              limit: number;
              /** length of the window, milliseconds; up to a day */
              window_ms: number;
            }[];
            /**
             * true: every request is allowed; requests that would have been refused are only counted in a metric
             * @default false
             */
            shadow: boolean;
            /** whether checks are allowed or fail with 503 while the store cannot be reached */
            on_outage: 'allow' | 'refuse';
            /** number of keys with limits of their own */
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
        /** name of the policy */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** how requests are counted */
          algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** a request must fit in all of them, or none counts it; no two may have the same window */
          limits: {
            /** units allowed in one window */
            limit: number;
            /** length of the window, milliseconds; up to a day */
            window_ms: number;
          }[];
          /**
           * true: every request is allowed; requests that would have been refused are only counted in a metric
           * @default false
           */
          shadow?: boolean;
          /** whether checks are allowed or fail with 503 while the store cannot be reached */
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
            /** name of the policy */
            name: string;
            /** how requests are counted */
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** units allowed in one window */
              limit: number;
              /** length of the window, milliseconds; up to a day */
              window_ms: number;
            }[];
            /**
             * true: every request is allowed; requests that would have been refused are only counted in a metric
             * @default false
             */
            shadow: boolean;
            /** whether checks are allowed or fail with 503 while the store cannot be reached */
            on_outage: 'allow' | 'refuse';
            /** number of keys with limits of their own */
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
        /** name of the policy */
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
            /** name of the policy */
            name: string;
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
        /** name of the policy */
        name: string;
        /** the key that has its own limits */
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** a request must fit in all of them, or none counts it; no two may have the same window */
          limits: {
            /** units allowed in one window */
            limit: number;
            /** length of the window, milliseconds; up to a day */
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
            /** name of the policy */
            policy: string;
            /** the key that has its own limits */
            key: string;
            /** a request must fit in all of them, or none counts it; no two may have the same window */
            limits: {
              /** units allowed in one window */
              limit: number;
              /** length of the window, milliseconds; up to a day */
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
        /** name of the policy */
        name: string;
        /** the key that has its own limits */
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
            /** name of the policy */
            policy: string;
            /** the key that has its own limits */
            key: string;
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
          /** client address, IPv4 or IPv6 */
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
            /** a fixed text */
            message: string;
            /** the address as it was given */
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
            /** a fixed text */
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
