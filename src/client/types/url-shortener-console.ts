/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface UrlShortenerConsole {
  /**
   * `GET /admin/links`
   */
  listLinks(
    members?: Members<operations['urlShortenerListLinks']>,
  ): Call<Json<operations['urlShortenerListLinks']>, Codes<operations['urlShortenerListLinks']>>;
  /**
   * `GET /admin/links/{code}`
   *
   * @param code the alias, else 7 characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  showLink(
    code: string | number,
    members?: Members<operations['urlShortenerShowLink']>,
  ): Call<Json<operations['urlShortenerShowLink']>, Codes<operations['urlShortenerShowLink']>>;
  /**
   * `PATCH /admin/links/{code}`
   *
   * @param code the alias, else 7 characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `INVALID_URL`, `UNKNOWN_CODE`
   */
  changeLink(
    code: string | number,
    body: JsonBody<operations['urlShortenerChangeLink']>,
    members?: Members<operations['urlShortenerChangeLink']>,
  ): Call<Json<operations['urlShortenerChangeLink']>, Codes<operations['urlShortenerChangeLink']>>;
  /**
   * `DELETE /admin/links/{code}`
   *
   * @param code the alias, else 7 characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  removeLink(
    code: string | number,
    members?: Members<operations['urlShortenerRemoveLink']>,
  ): Call<Json<operations['urlShortenerRemoveLink']>, Codes<operations['urlShortenerRemoveLink']>>;
  /**
   * `GET /admin/links/{code}/stats`
   *
   * @param code the alias, else 7 characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  showClicks(
    code: string | number,
    members?: Members<operations['urlShortenerShowClicks']>,
  ): Call<Json<operations['urlShortenerShowClicks']>, Codes<operations['urlShortenerShowClicks']>>;
}

export interface operations {
  urlShortenerListLinks: {
    parameters: {
      query?: {
        tag?: string;
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
            /** the newest first */
            links: {
              code: string;
              short_url: string;
              url: string;
              /** when it was made, milliseconds */
              created_at: number;
              /** from this instant on the link is there, milliseconds */
              not_before?: number;
              /** from this instant on the link is gone, milliseconds */
              expires_at?: number;
              /** how often the link redirects, counted from its creation */
              max_clicks?: number;
              /** redirects since its creation; of a link without max_clicks, those of the last second may be missing */
              clicks: number;
              disabled: boolean;
              tags: string[];
            }[];
            /** there is more */
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
  urlShortenerShowLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the alias, else 7 characters of a–z, A–Z, 0–9 */
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
            code: string;
            short_url: string;
            url: string;
            /** when it was made, milliseconds */
            created_at: number;
            /** from this instant on the link is there, milliseconds */
            not_before?: number;
            /** from this instant on the link is gone, milliseconds */
            expires_at?: number;
            /** how often the link redirects, counted from its creation */
            max_clicks?: number;
            /** redirects since its creation; of a link without max_clicks, those of the last second may be missing */
            clicks: number;
            disabled: boolean;
            tags: string[];
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
              | 'UNKNOWN_CODE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  urlShortenerRemoveLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the alias, else 7 characters of a–z, A–Z, 0–9 */
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
            code: string;
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
              | 'UNKNOWN_CODE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  urlShortenerChangeLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** the alias, else 7 characters of a–z, A–Z, 0–9 */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** absolute http or https URL, up to 2,048 characters, without credentials, not on this host */
          url?: string;
          /** null: no such limit */
          not_before?: number | null;
          /** null: no such limit */
          expires_at?: number | null;
          /** null: no such limit */
          max_clicks?: number | null;
          /** for lists; repetitions count once */
          tags?: string[];
          disabled?: boolean;
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
            code: string;
            short_url: string;
            url: string;
            /** when it was made, milliseconds */
            created_at: number;
            /** from this instant on the link is there, milliseconds */
            not_before?: number;
            /** from this instant on the link is gone, milliseconds */
            expires_at?: number;
            /** how often the link redirects, counted from its creation */
            max_clicks?: number;
            /** redirects since its creation; of a link without max_clicks, those of the last second may be missing */
            clicks: number;
            disabled: boolean;
            tags: string[];
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
              | 'INVALID_URL'
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
  urlShortenerShowClicks: {
    parameters: {
      query?: {
        /** a day, such as 2026-01-31, or an instant of that day, milliseconds; it is included */
        from?: string;
        /** a day, such as 2026-01-31, or an instant of that day, milliseconds; it is included */
        to?: string;
      };
      header?: never;
      path: {
        /** the alias, else 7 characters of a–z, A–Z, 0–9 */
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
            /** of people: without bots and unknown */
            total: number;
            by_day: {
              /** 2026-01-31, in UTC */
              day: string;
              clicks: number;
            }[];
            /** hosts of the pages that link to it, the 1,000 with most clicks; direct: without such a page; other: all further ones */
            by_host: {
              host: string;
              clicks: number;
            }[];
            /** ISO 3166 codes, or unknown; empty without GEOIP_DB */
            by_country: {
              country: string;
              clicks: number;
            }[];
            /** redirects of known bots, by their User-Agent */
            bots: number;
            /** redirects of requests without a User-Agent */
            unknown: number;
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
              | 'UNKNOWN_CODE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
