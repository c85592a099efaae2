/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface UrlShortenerConsole {
  /**
   * List links, the newest first.
   *
   * `GET /admin/links`
   */
  listLinks(
    members?: Members<operations['urlShortenerListLinks']>,
  ): Call<Json<operations['urlShortenerListLinks']>, Codes<operations['urlShortenerListLinks']>>;
  /**
   * Show a link with its limits and clicks.
   *
   * `GET /admin/links/{code}`
   *
   * @param code code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  showLink(
    code: string | number,
    members?: Members<operations['urlShortenerShowLink']>,
  ): Call<Json<operations['urlShortenerShowLink']>, Codes<operations['urlShortenerShowLink']>>;
  /**
   * Change the URL or limits of a link.
   *
   * Members that are absent stay as they are; null removes a limit. The change is in force on this replica when it is answered, and on the others within a second.
   *
   * `PATCH /admin/links/{code}`
   *
   * @param code code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `INVALID_URL`, `UNKNOWN_CODE`
   */
  changeLink(
    code: string | number,
    body: JsonBody<operations['urlShortenerChangeLink']>,
    members?: Members<operations['urlShortenerChangeLink']>,
  ): Call<Json<operations['urlShortenerChangeLink']>, Codes<operations['urlShortenerChangeLink']>>;
  /**
   * Delete a link and its statistics.
   *
   * Frees the code for another link. Repeating it is 404 UNKNOWN_CODE.
   *
   * `DELETE /admin/links/{code}`
   *
   * @param code code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`
   */
  removeLink(
    code: string | number,
    members?: Members<operations['urlShortenerRemoveLink']>,
  ): Call<Json<operations['urlShortenerRemoveLink']>, Codes<operations['urlShortenerRemoveLink']>>;
  /**
   * Show the clicks on a link.
   *
   * Counted by day, by referring host and by country, in whole days in UTC. Clicks of bots and of requests without a User-Agent are counted apart.
   *
   * `GET /admin/links/{code}/stats`
   *
   * @param code code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9
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
        /** only links with this tag */
        tag?: string;
        /** maximum number of links per page */
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
            /** the newest first */
            links: {
              /** code of the link */
              code: string;
              /** the address to hand out */
              short_url: string;
              /** where the link leads */
              url: string;
              /** when it was created, milliseconds since the epoch */
              created_at: number;
              /** when the link starts to redirect, milliseconds since the epoch */
              not_before?: number;
              /** when the link stops redirecting, milliseconds since the epoch */
              expires_at?: number;
              /** most redirects of the link since its creation */
              max_clicks?: number;
              /** redirects since its creation; without max_clicks, those of the last second may be missing */
              clicks: number;
              /** true: the link answers 410 LINK_DISABLED */
              disabled: boolean;
              /** tags of the link */
              tags: string[];
              /** what people call the link, up to 256 characters */
              title?: string;
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
  urlShortenerShowLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** code of the link */
            code: string;
            /** the address to hand out */
            short_url: string;
            /** where the link leads */
            url: string;
            /** when it was created, milliseconds since the epoch */
            created_at: number;
            /** when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** most redirects of the link since its creation */
            max_clicks?: number;
            /** redirects since its creation; without max_clicks, those of the last second may be missing */
            clicks: number;
            /** true: the link answers 410 LINK_DISABLED */
            disabled: boolean;
            /** tags of the link */
            tags: string[];
            /** what people call the link, up to 256 characters */
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
        /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** code of the link */
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
        /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
          url?: string;
          /** the new limit; null removes it */
          not_before?: number | null;
          /** the new limit; null removes it */
          expires_at?: number | null;
          /** the new limit; null removes it */
          max_clicks?: number | null;
          /** tags to find the link by; a repeated tag counts once */
          tags?: string[];
          /** true: the link answers 410 LINK_DISABLED until it is false again */
          disabled?: boolean;
          /** null removes it */
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
            /** code of the link */
            code: string;
            /** the address to hand out */
            short_url: string;
            /** where the link leads */
            url: string;
            /** when it was created, milliseconds since the epoch */
            created_at: number;
            /** when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** most redirects of the link since its creation */
            max_clicks?: number;
            /** redirects since its creation; without max_clicks, those of the last second may be missing */
            clicks: number;
            /** true: the link answers 410 LINK_DISABLED */
            disabled: boolean;
            /** tags of the link */
            tags: string[];
            /** what people call the link, up to 256 characters */
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
        /** first day, in UTC: 2026-01-31, or an instant of that day in milliseconds since the epoch */
        from?: string;
        /** last day, in UTC, included: 2026-01-31, or an instant of that day in milliseconds since the epoch */
        to?: string;
      };
      header?: never;
      path: {
        /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
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
            /** clicks, without those of bots and unknown */
            total: number;
            /** days with clicks, the earliest first */
            by_day: {
              /** the day in UTC: 2026-01-31 */
              day: string;
              /** number of clicks */
              clicks: number;
            }[];
            /** hosts of the referring pages, the 1,000 with most clicks; direct: without a referrer; other: all further hosts */
            by_host: {
              /** the host */
              host: string;
              /** number of clicks */
              clicks: number;
            }[];
            /** countries by ISO 3166 code, or unknown; empty without GEOIP_DB */
            by_country: {
              /** the country */
              country: string;
              /** number of clicks */
              clicks: number;
            }[];
            /** redirects of bots, known by their User-Agent */
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
