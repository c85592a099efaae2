/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface Promotion {
  /**
   * `POST /validate`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  validate(
    body: JsonBody<operations['promotionValidate']>,
    members?: Members<operations['promotionValidate']>,
  ): Call<Json<operations['promotionValidate']>, Codes<operations['promotionValidate']>>;
  /**
   * `POST /qualify`
   */
  qualify(
    body: JsonBody<operations['promotionQualify']>,
    members?: Members<operations['promotionQualify']>,
  ): Call<Json<operations['promotionQualify']>, Codes<operations['promotionQualify']>>;
  /**
   * `POST /apply`
   *
   * @throws {HawkerError} `TOO_MANY_CANDIDATES`, `UNKNOWN_PROMOTION`, `ORDER_MISMATCH`, `ORDER_CANCELLED`
   */
  apply(
    body: JsonBody<operations['promotionApply']>,
    members?: Members<operations['promotionApply']>,
  ): Call<Json<operations['promotionApply']>, Codes<operations['promotionApply']>>;
  /**
   * `POST /orders/{order_id}/cancel`
   *
   * @throws {HawkerError} `UNKNOWN_ORDER`
   */
  cancelOrder(
    order_id: string | number,
    members?: Members<operations['promotionCancelOrder']>,
  ): Call<Json<operations['promotionCancelOrder']>, Codes<operations['promotionCancelOrder']>>;
  /**
   * `POST /admin/rules`
   *
   * @throws {HawkerError} `INVALID_TREE`, `PROMOTION_EXISTS`
   */
  createRule(
    body: JsonBody<operations['promotionCreateRule']>,
    members?: Members<operations['promotionCreateRule']>,
  ): Call<Json<operations['promotionCreateRule']>, Codes<operations['promotionCreateRule']>>;
  /**
   * `GET /admin/rules`
   */
  listRules(
    members?: Members<operations['promotionListRules']>,
  ): Call<Json<operations['promotionListRules']>, Codes<operations['promotionListRules']>>;
  /**
   * `GET /admin/rules/{promo_id}`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  showRule(
    promo_id: string | number,
    members?: Members<operations['promotionShowRule']>,
  ): Call<Json<operations['promotionShowRule']>, Codes<operations['promotionShowRule']>>;
  /**
   * `PUT /admin/rules/{promo_id}`
   *
   * @throws {HawkerError} `INVALID_TREE`, `UNKNOWN_PROMOTION`
   */
  replaceRule(
    promo_id: string | number,
    body: JsonBody<operations['promotionReplaceRule']>,
    members?: Members<operations['promotionReplaceRule']>,
  ): Call<Json<operations['promotionReplaceRule']>, Codes<operations['promotionReplaceRule']>>;
  /**
   * `DELETE /admin/rules/{promo_id}`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  removeRule(
    promo_id: string | number,
    members?: Members<operations['promotionRemoveRule']>,
  ): Call<Json<operations['promotionRemoveRule']>, Codes<operations['promotionRemoveRule']>>;
  /**
   * `POST /admin/rules/{promo_id}/codes`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`, `CODE_TAKEN`
   */
  createCodes(
    promo_id: string | number,
    body: JsonBody<operations['promotionCreateCodes']>,
    members?: Members<operations['promotionCreateCodes']>,
  ): Call<Json<operations['promotionCreateCodes']>, Codes<operations['promotionCreateCodes']>>;
  /**
   * `GET /admin/rules/{promo_id}/codes`
   *
   * @throws {HawkerError} `UNKNOWN_PROMOTION`
   */
  listCodes(
    promo_id: string | number,
    members?: Members<operations['promotionListCodes']>,
  ): Call<Json<operations['promotionListCodes']>, Codes<operations['promotionListCodes']>>;
  /**
   * `DELETE /admin/codes/{code}`
   *
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  endCode(
    code: string | number,
    members?: Members<operations['promotionEndCode']>,
  ): Call<Json<operations['promotionEndCode']>, Codes<operations['promotionEndCode']>>;
  /**
   * `POST /admin/fraud/similarity`
   */
  findSimilar(
    body: JsonBody<operations['promotionFindSimilar']>,
    members?: Members<operations['promotionFindSimilar']>,
  ): Call<Json<operations['promotionFindSimilar']>, Codes<operations['promotionFindSimilar']>>;
}

export interface operations {
  promotionValidate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          promo_id: string;
          /** each adds its promotion; case, blanks around it and the form of accents do not matter */
          codes?: string[];
          cart: {
            total: number;
            hub_id: string;
            items: {
              sku: string;
              category: string;
              price: number;
              qty: number;
            }[];
          };
          customer: {
            id: string;
            device_fingerprint: string;
            /** orders of the customer, the one being placed included */
            order_count: number;
          };
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
            valid: boolean;
            conditions_met: string[];
            discount_summary: {
              type: 'percentage' | 'fixed';
              /** per cent, or an amount */
              value: number;
              /** the most that it takes off */
              max_amount?: number;
              /** the items it is taken off: those that either lists; absent: all */
              applies_to?: {
                categories?: string[];
                skus?: string[];
              };
            } | null;
            explanation: {
              [key: string]: unknown;
            };
            /** what the tree does not tell; absent when there is nothing */
            refused?: {
              promo_id?: string;
              /** as it was sent */
              code?: string;
              reason: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionQualify: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** each adds its promotion; case, blanks around it and the form of accents do not matter */
          codes?: string[];
          cart: {
            total: number;
            hub_id: string;
            items: {
              sku: string;
              category: string;
              price: number;
              qty: number;
            }[];
          };
          customer: {
            id: string;
            device_fingerprint: string;
            /** orders of the customer, the one being placed included */
            order_count: number;
          };
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
            qualified: {
              promo_id: string;
              name: string;
              /** what it would take off alone */
              discount: number;
            }[];
            /** by fewest failing leaves, at most 100 */
            not_yet: {
              promo_id: string;
              name: string;
              explanation: {
                [key: string]: unknown;
              };
              /** when no item matches the discount */
              needs?: string;
            }[];
            /** codes; absent when none is refused */
            refused?: {
              promo_id?: string;
              /** as it was sent */
              code?: string;
              reason: string;
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
  promotionApply: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the only candidate */
          promo_id?: string;
          /** the candidates */
          promo_ids?: string[];
          /** each adds its promotion; case, blanks around it and the form of accents do not matter */
          codes?: string[];
          /** the combination with the largest discount; absent: by priority */
          choose?: 'best';
          /** makes the request repeatable without a second use; the order can be cancelled */
          order_id?: string;
          cart: {
            total: number;
            hub_id: string;
            items: {
              sku: string;
              category: string;
              price: number;
              qty: number;
            }[];
          };
          customer: {
            id: string;
            device_fingerprint: string;
            /** orders of the customer, the one being placed included */
            order_count: number;
          };
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
            applied: {
              promo_id: string;
              discount: number;
              priority: number;
              stackable: boolean;
              /** whose use was counted, as it was sent */
              code?: string;
            }[];
            total_before: number;
            total_discount: number;
            total_after: number;
            refused: {
              promo_id?: string;
              /** as it was sent */
              code?: string;
              reason: string;
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
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORDER_CANCELLED'
              | 'ORDER_MISMATCH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_CANDIDATES'
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionCancelOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        order_id: string;
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
            order_id: string;
            cancelled: true;
            /** promotions whose use was given back */
            returned: string[];
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
              | 'UNKNOWN_ORDER'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionListRules: {
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
            rules: {
              name: string;
              /** lower comes first */
              priority: number;
              stackable: boolean;
              discount: {
                type: 'percentage' | 'fixed';
                /** per cent, or an amount */
                value: number;
                /** the most that it takes off */
                max_amount?: number;
                /** the items it is taken off: those that either lists; absent: all */
                applies_to?: {
                  categories?: string[];
                  skus?: string[];
                };
              };
              /** condition node: see the README */
              condition_tree: {
                [key: string]: unknown;
              };
              usage_limits: {
                /** uses a user has; 0 = unlimited */
                per_user?: number;
                /** uses all users have together; 0 = unlimited */
                global?: number;
                /** lifetime of the counters after each use; 0 = for ever */
                ttl_seconds?: number;
              };
              /** a candidate only through a code */
              requires_code?: boolean;
              /** no candidate before; milliseconds since the epoch */
              active_from?: number;
              /** no candidate from then on; milliseconds since the epoch */
              active_until?: number;
              /** no candidate at present */
              paused?: boolean;
              promo_id: string;
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
  promotionCreateRule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          promo_id: string;
          name: string;
          /** lower comes first */
          priority: number;
          stackable: boolean;
          discount: {
            type: 'percentage' | 'fixed';
            /** per cent, or an amount */
            value: number;
            /** the most that it takes off */
            max_amount?: number;
            /** the items it is taken off: those that either lists; absent: all */
            applies_to?: {
              categories?: string[];
              skus?: string[];
            };
          };
          /** condition node: see the README */
          condition_tree: {
            [key: string]: unknown;
          };
          usage_limits?: {
            /** uses a user has; 0 = unlimited */
            per_user?: number;
            /** uses all users have together; 0 = unlimited */
            global?: number;
            /** lifetime of the counters after each use; 0 = for ever */
            ttl_seconds?: number;
          };
          /** a candidate only through a code */
          requires_code?: boolean;
          /** no candidate before; milliseconds since the epoch */
          active_from?: number;
          /** no candidate from then on; milliseconds since the epoch */
          active_until?: number;
          /** no candidate at present */
          paused?: boolean;
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
            status: 'created' | 'updated' | 'deleted';
            promo_id: string;
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
              | 'INVALID_TREE'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PROMOTION_EXISTS'
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
  promotionShowRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        promo_id: string;
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
            /** lower comes first */
            priority: number;
            stackable: boolean;
            discount: {
              type: 'percentage' | 'fixed';
              /** per cent, or an amount */
              value: number;
              /** the most that it takes off */
              max_amount?: number;
              /** the items it is taken off: those that either lists; absent: all */
              applies_to?: {
                categories?: string[];
                skus?: string[];
              };
            };
            /** condition node: see the README */
            condition_tree: {
              [key: string]: unknown;
            };
            usage_limits: {
              /** uses a user has; 0 = unlimited */
              per_user?: number;
              /** uses all users have together; 0 = unlimited */
              global?: number;
              /** lifetime of the counters after each use; 0 = for ever */
              ttl_seconds?: number;
            };
            /** a candidate only through a code */
            requires_code?: boolean;
            /** no candidate before; milliseconds since the epoch */
            active_from?: number;
            /** no candidate from then on; milliseconds since the epoch */
            active_until?: number;
            /** no candidate at present */
            paused?: boolean;
            promo_id: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionReplaceRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        promo_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** lower comes first */
          priority: number;
          stackable: boolean;
          discount: {
            type: 'percentage' | 'fixed';
            /** per cent, or an amount */
            value: number;
            /** the most that it takes off */
            max_amount?: number;
            /** the items it is taken off: those that either lists; absent: all */
            applies_to?: {
              categories?: string[];
              skus?: string[];
            };
          };
          /** condition node: see the README */
          condition_tree: {
            [key: string]: unknown;
          };
          usage_limits?: {
            /** uses a user has; 0 = unlimited */
            per_user?: number;
            /** uses all users have together; 0 = unlimited */
            global?: number;
            /** lifetime of the counters after each use; 0 = for ever */
            ttl_seconds?: number;
          };
          /** a candidate only through a code */
          requires_code?: boolean;
          /** no candidate before; milliseconds since the epoch */
          active_from?: number;
          /** no candidate from then on; milliseconds since the epoch */
          active_until?: number;
          /** no candidate at present */
          paused?: boolean;
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
            status: 'created' | 'updated' | 'deleted';
            promo_id: string;
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
              | 'INVALID_TREE'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionRemoveRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        promo_id: string;
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
            status: 'created' | 'updated' | 'deleted';
            promo_id: string;
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionListCodes: {
    parameters: {
      query?: {
        limit?: number;
        /** next_cursor of the page before */
        cursor?: string;
      };
      header?: never;
      path: {
        promo_id: string;
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
            codes: {
              code: string;
              uses: number;
              uses_per_code: number;
              ended?: true;
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
              | 'UNKNOWN_PROMOTION'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionCreateCodes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        promo_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          codes?: string[];
          /** so many are drawn */
          count?: number;
          /** of those drawn */
          prefix?: string;
          /** of what is drawn behind the prefix, 5 random bits each; 10 when absent */
          length?: number;
          /** @default 1 */
          uses_per_code?: number;
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
            promo_id: string;
            created: number;
            codes: string[];
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
              | 'CODE_TAKEN'
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
              | 'UNKNOWN_PROMOTION'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionEndCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        code: string;
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
            status: 'ended';
            code: string;
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
              | 'UNKNOWN_CODE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  promotionFindSimilar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          lists: {
            id: string;
            items: string[];
          }[];
          /** @default 0.85 */
          threshold?: number;
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
            threshold: number;
            /** pairs that were found; at most 10,000 are listed */
            total: number;
            pairs: {
              a: string;
              b: string;
              similarity: number;
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
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
