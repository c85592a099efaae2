/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface RateLimiter {
  /**
   * `GET /unlimited`
   */
  unlimited(
    members?: Members<operations['rateLimiterUnlimited']>,
  ): Call<Json<operations['rateLimiterUnlimited']>, Codes<operations['rateLimiterUnlimited']>>;
  /**
   * `POST /check`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  check(
    body: JsonBody<operations['rateLimiterCheck']>,
    members?: Members<operations['rateLimiterCheck']>,
  ): Call<Json<operations['rateLimiterCheck']>, Codes<operations['rateLimiterCheck']>>;
  /**
   * `POST /check/batch`
   */
  checkBatch(
    body: JsonBody<operations['rateLimiterCheckBatch']>,
    members?: Members<operations['rateLimiterCheckBatch']>,
  ): Call<Json<operations['rateLimiterCheckBatch']>, Codes<operations['rateLimiterCheckBatch']>>;
  /**
   * `POST /refund`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  refund(
    body: JsonBody<operations['rateLimiterRefund']>,
    members?: Members<operations['rateLimiterRefund']>,
  ): Call<Json<operations['rateLimiterRefund']>, Codes<operations['rateLimiterRefund']>>;
  /**
   * `PUT /admin/policies/{name}`
   *
   * @throws {HawkerError} `TOO_MANY_POLICIES`
   */
  putPolicy(
    name: string | number,
    body: JsonBody<operations['rateLimiterPutPolicy']>,
    members?: Members<operations['rateLimiterPutPolicy']>,
  ): Call<Json<operations['rateLimiterPutPolicy']>, Codes<operations['rateLimiterPutPolicy']>>;
  /**
   * `GET /admin/policies/{name}`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`
   */
  showPolicy(
    name: string | number,
    members?: Members<operations['rateLimiterShowPolicy']>,
  ): Call<Json<operations['rateLimiterShowPolicy']>, Codes<operations['rateLimiterShowPolicy']>>;
  /**
   * `DELETE /admin/policies/{name}`
   *
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
   * `PUT /admin/policies/{name}/overrides/{key}`
   *
   * @throws {HawkerError} `UNKNOWN_POLICY`, `TOO_MANY_OVERRIDES`
   */
  putOverride(
    name: string | number,
    key: string | number,
    body: JsonBody<operations['rateLimiterPutOverride']>,
    members?: Members<operations['rateLimiterPutOverride']>,
  ): Call<Json<operations['rateLimiterPutOverride']>, Codes<operations['rateLimiterPutOverride']>>;
  /**
   * `DELETE /admin/policies/{name}/overrides/{key}`
   *
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
   * `POST /admin/reset`
   */
  reset(
    body: JsonBody<operations['rateLimiterReset']>,
    members?: Members<operations['rateLimiterReset']>,
  ): Call<Json<operations['rateLimiterReset']>, Codes<operations['rateLimiterReset']>>;
  /**
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
        /** 429: that is the status of a refusal */
        status?: 200 | 429;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the policy that holds; else limit and window_ms */
          policy?: string;
          /** units that a window allows */
          limit?: number;
          window_ms?: number;
          /** sliding-window when absent */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** whose units are counted together */
          key: string;
          /**
           * units it takes
           * @default 1
           */
          cost?: number;
          /**
           * only tells; counts nothing
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
            allowed: boolean;
            /** of several limits, the one with the least left */
            limit: number;
            /** units that it has left */
            remaining: number;
            /** 0 when allowed; else how long until it would be; null: never, the cost is too high */
            retry_after_ms: number | null;
            /** how long until all of the limit is free */
            reset_after_ms: number;
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
          checks: {
            /** the policy that holds; else limit and window_ms */
            policy?: string;
            /** units that a window allows */
            limit?: number;
            window_ms?: number;
            /** sliding-window when absent */
            algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** whose units are counted together */
            key: string;
            /**
             * units it takes
             * @default 1
             */
            cost?: number;
            /**
             * only tells; counts nothing
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
            /** of the checks, in their order */
            results: (
              | {
                  allowed: boolean;
                  /** of several limits, the one with the least left */
                  limit: number;
                  /** units that it has left */
                  remaining: number;
                  /** 0 when allowed; else how long until it would be; null: never, the cost is too high */
                  retry_after_ms: number | null;
                  /** how long until all of the limit is free */
                  reset_after_ms: number;
                  policy?: string;
                }
              | ({
                  code: string;
                  /** what the check alone would have been answered with */
                  status: number;
                  title: string;
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
          /** the policy that holds; else limit and window_ms */
          policy?: string;
          /** units that a window allows */
          limit?: number;
          window_ms?: number;
          /** sliding-window when absent */
          algorithm?: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** whose units are counted together */
          key: string;
          /**
           * units it takes
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
            allowed: boolean;
            /** of several limits, the one with the least left */
            limit: number;
            /** units that it has left */
            remaining: number;
            /** 0 when allowed; else how long until it would be; null: never, the cost is too high */
            retry_after_ms: number | null;
            /** how long until all of the limit is free */
            reset_after_ms: number;
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
            name: string;
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** all have room for a request, or none of them counts it; no two of the same window */
            limits: {
              /** units that a window allows */
              limit: number;
              window_ms: number;
            }[];
            /**
             * every request is allowed; what would have been refused is counted
             * @default false
             */
            shadow: boolean;
            /** what becomes of requests while the store cannot be reached */
            on_outage: 'allow' | 'refuse';
            /** how many keys have limits of their own */
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
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
          /** all have room for a request, or none of them counts it; no two of the same window */
          limits: {
            /** units that a window allows */
            limit: number;
            window_ms: number;
          }[];
          /**
           * every request is allowed; what would have been refused is counted
           * @default false
           */
          shadow?: boolean;
          /** what becomes of requests while the store cannot be reached */
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
            name: string;
            algorithm: 'sliding-window' | 'token-bucket' | 'fixed-window';
            /** all have room for a request, or none of them counts it; no two of the same window */
            limits: {
              /** units that a window allows */
              limit: number;
              window_ms: number;
            }[];
            /**
             * every request is allowed; what would have been refused is counted
             * @default false
             */
            shadow: boolean;
            /** what becomes of requests while the store cannot be reached */
            on_outage: 'allow' | 'refuse';
            /** how many keys have limits of their own */
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
        name: string;
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** all have room for a request, or none of them counts it; no two of the same window */
          limits: {
            /** units that a window allows */
            limit: number;
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
            policy: string;
            key: string;
            /** all have room for a request, or none of them counts it; no two of the same window */
            limits: {
              /** units that a window allows */
              limit: number;
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
        name: string;
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
            policy: string;
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
            message: string;
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
