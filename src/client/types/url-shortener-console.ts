/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface UrlShortenerConsole {
  /** GET /admin/links */
  listLinks(
    members?: Members<operations['urlShortenerListLinks']>,
  ): Call<Json<operations['urlShortenerListLinks']>, Codes<operations['urlShortenerListLinks']>>;
  /** GET /admin/links/{code} */
  showLink(
    code: string | number,
    members?: Members<operations['urlShortenerShowLink']>,
  ): Call<Json<operations['urlShortenerShowLink']>, Codes<operations['urlShortenerShowLink']>>;
  /** PATCH /admin/links/{code}. Members that are absent stay as they are; null removes a limit. The change is in force on this replica when it is answered, and on the others within a second. */
  changeLink(
    code: string | number,
    body: JsonBody<operations['urlShortenerChangeLink']>,
    members?: Members<operations['urlShortenerChangeLink']>,
  ): Call<Json<operations['urlShortenerChangeLink']>, Codes<operations['urlShortenerChangeLink']>>;
  /** DELETE /admin/links/{code}. Frees the code for another link. Repeating it is 404 UNKNOWN_CODE. */
  removeLink(
    code: string | number,
    members?: Members<operations['urlShortenerRemoveLink']>,
  ): Call<Json<operations['urlShortenerRemoveLink']>, Codes<operations['urlShortenerRemoveLink']>>;
  /** GET /admin/links/{code}/stats. Counted by day, by referring host and by country, in whole days in UTC. Clicks of bots and of requests without a User-Agent are counted apart. */
  showClicks(
    code: string | number,
    members?: Members<operations['urlShortenerShowClicks']>,
  ): Call<Json<operations['urlShortenerShowClicks']>, Codes<operations['urlShortenerShowClicks']>>;
}

export interface operations {
  urlShortenerListLinks: {
    parameters: {
      query?: {
        /** @description only links with this tag */
        tag?: string;
        /** @description most links of the page */
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
            /** @description the newest first */
            links: {
              /** @description code of the link */
              code: string;
              /** @description the address to hand out */
              short_url: string;
              /** @description where the link leads */
              url: string;
              /** @description when it was created, milliseconds since the epoch */
              created_at: number;
              /** @description when the link starts to redirect, milliseconds since the epoch */
              not_before?: number;
              /** @description when the link stops redirecting, milliseconds since the epoch */
              expires_at?: number;
              /** @description most redirects of the link since its creation */
              max_clicks?: number;
              /** @description redirects since its creation; without max_clicks, those of the last second may be missing */
              clicks: number;
              /** @description true: the link answers 410 LINK_DISABLED */
              disabled: boolean;
              /** @description tags of the link */
              tags: string[];
              /**
               * Format: text
               * @description what people call the link, up to 256 characters
               */
              title?: string;
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
  urlShortenerShowLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** @description code of the link */
            code: string;
            /** @description the address to hand out */
            short_url: string;
            /** @description where the link leads */
            url: string;
            /** @description when it was created, milliseconds since the epoch */
            created_at: number;
            /** @description when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** @description when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** @description most redirects of the link since its creation */
            max_clicks?: number;
            /** @description redirects since its creation; without max_clicks, those of the last second may be missing */
            clicks: number;
            /** @description true: the link answers 410 LINK_DISABLED */
            disabled: boolean;
            /** @description tags of the link */
            tags: string[];
            /**
             * Format: text
             * @description what people call the link, up to 256 characters
             */
            title?: string;
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
        /** @description code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** @description code of the link */
            code: string;
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
        /** @description code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
          url?: string;
          /** @description the new limit; null removes it */
          not_before?: number | null;
          /** @description the new limit; null removes it */
          expires_at?: number | null;
          /** @description the new limit; null removes it */
          max_clicks?: number | null;
          /** @description tags to find the link by; a repeated tag counts once */
          tags?: string[];
          /** @description true: the link answers 410 LINK_DISABLED until it is false again */
          disabled?: boolean;
          /** @description null removes it */
          title?: string | null;
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
            /** @description code of the link */
            code: string;
            /** @description the address to hand out */
            short_url: string;
            /** @description where the link leads */
            url: string;
            /** @description when it was created, milliseconds since the epoch */
            created_at: number;
            /** @description when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** @description when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** @description most redirects of the link since its creation */
            max_clicks?: number;
            /** @description redirects since its creation; without max_clicks, those of the last second may be missing */
            clicks: number;
            /** @description true: the link answers 410 LINK_DISABLED */
            disabled: boolean;
            /** @description tags of the link */
            tags: string[];
            /**
             * Format: text
             * @description what people call the link, up to 256 characters
             */
            title?: string;
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
        /** @description first day, in UTC: 2026-01-31, or an instant of that day in milliseconds since the epoch */
        from?: string;
        /** @description last day, in UTC, included: 2026-01-31, or an instant of that day in milliseconds since the epoch */
        to?: string;
      };
      header?: never;
      path: {
        /** @description code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** @description clicks, without those of bots and unknown */
            total: number;
            /** @description days with clicks, the earliest first */
            by_day: {
              /** @description the day in UTC: 2026-01-31 */
              day: string;
              /** @description number of clicks */
              clicks: number;
            }[];
            /** @description hosts of the referring pages, the 1,000 with most clicks; direct: without a referrer; other: all further hosts */
            by_host: {
              /** @description the host */
              host: string;
              /** @description number of clicks */
              clicks: number;
            }[];
            /** @description countries by ISO 3166 code, or unknown; empty without GEOIP_DB */
            by_country: {
              /** @description the country */
              country: string;
              /** @description number of clicks */
              clicks: number;
            }[];
            /** @description redirects of bots, known by their User-Agent */
            bots: number;
            /** @description redirects of requests without a User-Agent */
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
              | 'UNKNOWN_CODE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
