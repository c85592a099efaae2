/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface FlashSale {
  /**
   * `POST /flash-sale/checkout`
   *
   * @throws {HawkerError} `UNKNOWN_SLOT`, `ATTESTATION_REFUSED`, `VOUCHER_REQUIRED`, `SALE_NOT_OPEN`, `SALE_OVER`, `LOTTERY_ONLY`, `PURCHASE_LIMIT_REACHED`, `SOLD_OUT`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `SALE_PAUSED`, `NO_FREE_SLOT`
   */
  checkout(
    body: JsonBody<operations['flashSaleCheckout']>,
    members?: Members<operations['flashSaleCheckout']>,
  ): Call<Json<operations['flashSaleCheckout']>, Codes<operations['flashSaleCheckout']>>;
  /**
   * `POST /flash-sale/release`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_CONFIRMED`
   */
  release(
    body: JsonBody<operations['flashSaleRelease']>,
    members?: Members<operations['flashSaleRelease']>,
  ): Call<Json<operations['flashSaleRelease']>, Codes<operations['flashSaleRelease']>>;
  /**
   * `POST /flash-sale/confirm`
   *
   * @throws {HawkerError} `UNKNOWN_RESERVATION`, `RESERVATION_RELEASED`, `RESERVATION_EXPIRED`
   */
  confirm(
    body: JsonBody<operations['flashSaleConfirm']>,
    members?: Members<operations['flashSaleConfirm']>,
  ): Call<Json<operations['flashSaleConfirm']>, Codes<operations['flashSaleConfirm']>>;
  /**
   * `GET /flash-sale/token`
   */
  issueToken(
    members: Members<operations['flashSaleIssueToken']>,
  ): Call<Json<operations['flashSaleIssueToken']>, Codes<operations['flashSaleIssueToken']>>;
  /**
   * `POST /voucher/claim`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `NO_VOUCHER_LEFT`, `RATE_LIMITED`
   */
  claimVoucher(
    body: JsonBody<operations['flashSaleClaimVoucher']>,
    members?: Members<operations['flashSaleClaimVoucher']>,
  ): Call<Json<operations['flashSaleClaimVoucher']>, Codes<operations['flashSaleClaimVoucher']>>;
  /**
   * `GET /flash-sale/queue-status`
   *
   * @throws {HawkerError} `AMBIGUOUS_PRODUCT`, `NOT_QUEUED`
   */
  queueStatus(
    members: Members<operations['flashSaleQueueStatus']>,
  ): Call<Json<operations['flashSaleQueueStatus']>, Codes<operations['flashSaleQueueStatus']>>;
  /**
   * `POST /flash-sale/leave`
   */
  leave(
    body: JsonBody<operations['flashSaleLeave']>,
    members?: Members<operations['flashSaleLeave']>,
  ): Call<Json<operations['flashSaleLeave']>, Codes<operations['flashSaleLeave']>>;
  /**
   * Server-sent events: with `user_id`, `queue` with the place of the user in the waiting room, for this user or a service; without, `sale` with the state of the sale, for anybody. First comes the present state, then each change, at most one a second while only numbers change.
   *
   * `GET /flash-sale/events`
   *
   * @throws {HawkerError} `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    members: Members<operations['flashSaleFollow']>,
  ): Stream<Events<operations['flashSaleFollow']>>;
  /**
   * `POST /flash-sale/lottery/enter`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `ALREADY_ENTERED`, `ENROLMENT_CLOSED`, `RATE_LIMITED`
   */
  enterLottery(
    body: JsonBody<operations['flashSaleEnterLottery']>,
    members?: Members<operations['flashSaleEnterLottery']>,
  ): Call<Json<operations['flashSaleEnterLottery']>, Codes<operations['flashSaleEnterLottery']>>;
  /**
   * `GET /flash-sale/lottery/result`
   *
   * @throws {HawkerError} `NOT_ENTERED`
   */
  lotteryResult(
    members: Members<operations['flashSaleLotteryResult']>,
  ): Call<Json<operations['flashSaleLotteryResult']>, Codes<operations['flashSaleLotteryResult']>>;
  /**
   * `GET /flash-sale/lottery/draws`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  listDraws(
    members: Members<operations['flashSaleListDraws']>,
  ): Call<Json<operations['flashSaleListDraws']>, Codes<operations['flashSaleListDraws']>>;
  /**
   * `POST /flash-sale/lottery/checkout`
   *
   * @throws {HawkerError} `UNKNOWN_LOTTERY_TOKEN`, `LOTTERY_TOKEN_EXPIRED`
   */
  claimPrize(
    body: JsonBody<operations['flashSaleClaimPrize']>,
    members?: Members<operations['flashSaleClaimPrize']>,
  ): Call<Json<operations['flashSaleClaimPrize']>, Codes<operations['flashSaleClaimPrize']>>;
  /**
   * `POST /admin/flash-sale/lottery/draw`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`, `WRONG_FLOW`, `WRONG_ROUND`, `INSUFFICIENT_STOCK`
   */
  draw(
    body: JsonBody<operations['flashSaleDraw']>,
    members?: Members<operations['flashSaleDraw']>,
  ): Call<Json<operations['flashSaleDraw']>, Codes<operations['flashSaleDraw']>>;
  /**
   * `POST /admin/flash-sale/init-product`
   *
   * @throws {HawkerError} `ALREADY_LOADED`
   */
  load(
    body: JsonBody<operations['flashSaleLoad']>,
    members?: Members<operations['flashSaleLoad']>,
  ): Call<Json<operations['flashSaleLoad']>, Codes<operations['flashSaleLoad']>>;
  /**
   * `GET /admin/flash-sale/stock`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  showStock(
    members: Members<operations['flashSaleShowStock']>,
  ): Call<Json<operations['flashSaleShowStock']>, Codes<operations['flashSaleShowStock']>>;
  /**
   * `GET /admin/flash-sale/sales`
   */
  listSales(
    members?: Members<operations['flashSaleListSales']>,
  ): Call<Json<operations['flashSaleListSales']>, Codes<operations['flashSaleListSales']>>;
  /**
   * `POST /admin/flash-sale/state`
   *
   * @throws {HawkerError} `UNKNOWN_PRODUCT`
   */
  setState(
    body: JsonBody<operations['flashSaleSetState']>,
    members?: Members<operations['flashSaleSetState']>,
  ): Call<Json<operations['flashSaleSetState']>, Codes<operations['flashSaleSetState']>>;
  /**
   * `POST /admin/flash-sale/members`
   */
  setTier(
    body: JsonBody<operations['flashSaleSetTier']>,
    members?: Members<operations['flashSaleSetTier']>,
  ): Call<Json<operations['flashSaleSetTier']>, Codes<operations['flashSaleSetTier']>>;
}

export interface operations {
  flashSaleCheckout: {
    parameters: {
      query?: {
        /** time slot, HH:MM in UTC */
        slot?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          /** buyer */
          user_id: string;
          /** units */
          qty: number;
          /** device fingerprint that the attestation is for */
          device_fp: string;
          /** token of GET /flash-sale/token */
          attestation: string;
          /** expires_at of the token, seconds */
          expires_at: number;
          /** chosen by the client, one for each purchase; with identity on, each user has their own keys */
          idempotency_key: string;
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
              status: 'completed' | 'queued' | 'idempotency_conflict';
              order_id?: string;
              reservation_id?: string;
              /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
              expires_at?: number;
              /** 0-based rank in the waiting room */
              position?: number;
              /** what the first request with the key got; absent while it runs */
              original_status?: string;
            };
          };
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              status: 'completed' | 'queued' | 'idempotency_conflict';
              order_id?: string;
              reservation_id?: string;
              /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
              expires_at?: number;
              /** 0-based rank in the waiting room */
              position?: number;
              /** what the first request with the key got; absent while it runs */
              original_status?: string;
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
              | 'ATTESTATION_REFUSED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'LOTTERY_ONLY'
              | 'MISDIRECTED_REQUEST'
              | 'NO_FREE_SLOT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PURCHASE_LIMIT_REACHED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SALE_NOT_OPEN'
              | 'SALE_OVER'
              | 'SALE_PAUSED'
              | 'SHUTTING_DOWN'
              | 'SOLD_OUT'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_SLOT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'VOUCHER_REQUIRED';
          };
        };
      };
    };
  };
  flashSaleRelease: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          reservation_id: string;
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
            status: 'released';
            /** false when this request returned nothing */
            released: boolean;
            promoted: {
              user_id: string;
              order_id: string;
              reservation_id: string;
              /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
              expires_at?: number;
            } | null;
            promoted_users: {
              user_id: string;
              order_id: string;
              reservation_id: string;
              /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
              expires_at?: number;
            }[];
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
              | 'RESERVATION_CONFIRMED'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_RESERVATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleConfirm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          reservation_id: string;
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
              reservation_id: string;
              order_id: string;
              status: 'confirmed';
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
              | 'RESERVATION_EXPIRED'
              | 'RESERVATION_RELEASED'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_RESERVATION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleIssueToken: {
    parameters: {
      query: {
        device_fp: string;
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
            /** to be sent as `attestation` */
            token: string;
            /** seconds since the epoch */
            expires_at: number;
            /** seconds */
            expires_in: number;
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
  flashSaleClaimVoucher: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          user_id: string;
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
            status: 'claimed';
            product_id: string;
            user_id: string;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: 'claimed';
            product_id: string;
            user_id: string;
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
              | 'NO_VOUCHER_LEFT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW';
          };
        };
      };
    };
  };
  flashSaleQueueStatus: {
    parameters: {
      query: {
        user_id: string;
        /** may be left out when the user waits for exactly one product */
        product_id?: string;
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
            status: 'queued' | 'promoted';
            product_id: string;
            user_id: string;
            /** 0-based */
            position?: number;
            estimated_wait_s?: number;
            /** while waiting: false when this place could not be served even if every hold came back */
            reachable?: boolean;
            order_id?: string;
            reservation_id?: string;
            /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
            expires_at?: number;
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
              | 'AMBIGUOUS_PRODUCT'
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NOT_QUEUED'
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
  flashSaleLeave: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          user_id: string;
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
            /** false when the user did not wait */
            left: boolean;
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
  flashSaleFollow: {
    parameters: {
      query: {
        product_id: string;
        /** whose place is followed; without it, the sale */
        user_id?: string;
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
          'text/event-stream':
            | {
                status: 'waiting' | 'promoted' | 'not_queued';
                /** 0-based */
                position?: number;
                estimated_wait_s?: number;
                /** while waiting: false when this place could not be served even if every hold came back */
                reachable?: boolean;
                order_id?: string;
                reservation_id?: string;
                /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
                expires_at?: number;
              }
            | {
                product_id: string;
                state: 'scheduled' | 'open' | 'paused' | 'over' | 'closed';
                /** units */
                available: number;
                /** users in the waiting room */
                waiting: number;
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
              | 'TOO_MANY_STREAMS'
              | 'TOO_MANY_STREAMS_OF_ADDRESS'
              | 'TOO_MANY_STREAMS_OF_USER'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleEnterLottery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          user_id: string;
          device_fp: string;
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
            status: 'lottery_entered';
            product_id: string;
            user_id: string;
            /** SHA-256 of the seed of the draw */
            commitment: string;
            /** finds the own entry: SHA-256 of salt, ":" and user_id */
            salt: string;
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: 'lottery_entered';
            product_id: string;
            user_id: string;
            /** SHA-256 of the seed of the draw */
            commitment: string;
            /** finds the own entry: SHA-256 of salt, ":" and user_id */
            salt: string;
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
              | 'ALREADY_ENTERED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'ENROLMENT_CLOSED'
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
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW';
          };
        };
      };
    };
  };
  flashSaleLotteryResult: {
    parameters: {
      query: {
        product_id: string;
        user_id: string;
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
            product_id: string;
            user_id: string;
            status: 'pending' | 'won' | 'claimed' | 'expired' | 'lost';
            lottery_token?: string;
            /** milliseconds since the epoch */
            expires_at?: number;
            order_id?: string;
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
              | 'NOT_ENTERED'
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
  flashSaleListDraws: {
    parameters: {
      query: {
        product_id: string;
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
            draws: {
              round: number;
              drawn: boolean;
              commitment: string;
              /** revealed by the draw */
              seed?: string;
              entries_digest?: string;
              entries?: string[];
              winners?: string[];
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
              | 'UNKNOWN_PRODUCT'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleClaimPrize: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          lottery_token: string;
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
              order_id: string;
              reservation_id: string;
              /** milliseconds since the epoch; only while a hold that lapses goes on */
              expires_at?: number;
              status: 'completed';
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
              | 'LOTTERY_TOKEN_EXPIRED'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_LOTTERY_TOKEN'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleDraw: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          winners: number;
          round?: number;
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
              round: number;
              drawn: boolean;
              commitment: string;
              /** revealed by the draw */
              seed?: string;
              entries_digest?: string;
              entries?: string[];
              winners?: string[];
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
              | 'ADMIN_TOKEN_REQUIRED'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INSUFFICIENT_STOCK'
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
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED'
              | 'WRONG_FLOW'
              | 'WRONG_ROUND';
          };
        };
      };
    };
  };
  flashSaleLoad: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          total_stock?: number;
          flow?: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
          reset?: boolean;
          voucher_limit?: number;
          slots?: {
            /** start, UTC */
            slot: string;
            stock: number;
          }[];
          /** how long a hold lasts that is not confirmed; absent: until it is released */
          hold_seconds?: number;
          /** units that a user may hold, have confirmed and wait for together */
          per_user_limit?: number;
          /** milliseconds since the epoch; checkouts from then on */
          starts_at?: number;
          /** milliseconds since the epoch; checkouts before it */
          ends_at?: number;
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
            data: {
              product_id: string;
              total_stock: number;
              flow: string;
              buckets: number[];
              slots?: {
                slot: string;
                stock: number;
              }[];
              /** SHA-256 of the seed of the draw */
              commitment?: string;
              promoted_users: {
                user_id: string;
                order_id: string;
                reservation_id: string;
                /** milliseconds since the epoch; only while a hold that lapses goes on: confirm before it */
                expires_at?: number;
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
              | 'ADMIN_TOKEN_REQUIRED'
              | 'ALREADY_LOADED'
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
  flashSaleShowStock: {
    parameters: {
      query: {
        product_id: string;
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
              product_id: string;
              flow: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
              /** available + held + confirmed */
              loaded: number;
              available: number;
              held: number;
              confirmed: number;
              /** units returned so far */
              released: number;
              /** of these, units whose hold lapsed */
              expired: number;
              /** users in the waiting room */
              waiting: number;
              buckets: number[];
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
              | 'UNKNOWN_PRODUCT'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleListSales: {
    parameters: {
      query?: {
        limit?: number;
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
            sales: {
              product_id: string;
              state: 'scheduled' | 'open' | 'paused' | 'over' | 'closed';
              /** when it opens, milliseconds since the epoch */
              starts_at?: number;
              /** when it ends, milliseconds since the epoch */
              ends_at?: number;
              flow: 'standard' | 'race' | 'weighted' | 'voucher' | 'slotted' | 'lottery';
              /** available + held + confirmed */
              loaded: number;
              available: number;
              held: number;
              confirmed: number;
              /** users in the waiting room */
              waiting: number;
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
  flashSaleSetState: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          product_id: string;
          state: 'open' | 'paused' | 'closed';
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
              product_id: string;
              state: string;
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
              | 'UNKNOWN_PRODUCT'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  flashSaleSetTier: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          user_ids: string[];
          tier: 'premium' | 'regular';
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
            tier: string;
            updated: number;
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
