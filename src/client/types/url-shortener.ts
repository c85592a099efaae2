/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface UrlShortener {
  /**
   * Shorten a URL.
   *
   * Draws a random code, or uses the alias; shortening a URL twice makes two links. The body is read as JSON whatever its Content-Type. Fails with 400 INVALID_URL for a URL that is not an absolute http or https URL, or that leads back to the shortener, and with 409 ALIAS_TAKEN for an alias that another link has.
   *
   * `POST /shorten`
   *
   * @throws {HawkerError} `INVALID_URL`, `ALIAS_TAKEN`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `CODE_SPACE_BUSY`
   */
  shorten(
    body: JsonBody<operations['urlShortenerShorten']>,
    members?: Members<operations['urlShortenerShorten']>,
  ): Call<Json<operations['urlShortenerShorten']>, Codes<operations['urlShortenerShorten']>>;
  /**
   * Shorten up to 1,000 URLs at once.
   *
   * Each link is created on its own, in order: a link that is refused has the problem code as its `error` and does not keep the others from being created.
   *
   * `POST /shorten/bulk`
   */
  shortenInBulk(
    body: JsonBody<operations['urlShortenerShortenInBulk']>,
    members?: Members<operations['urlShortenerShortenInBulk']>,
  ): Call<
    Json<operations['urlShortenerShortenInBulk']>,
    Codes<operations['urlShortenerShortenInBulk']>
  >;
  /**
   * Redirect a code to its URL.
   *
   * Answers 404 for a code that does not exist or whose `not_before` is still to come, and 410 for a link that is disabled, has expired or is used up. HEAD is not counted as a click. A browser that prefetches a link with `max_clicks` gets 503 PREFETCH_REFUSED, so that only a real click counts.
   *
   * `GET /{code}`
   *
   * @param code code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9
   * @throws {HawkerError} `UNKNOWN_CODE`, `LINK_DISABLED`, `LINK_EXPIRED`, `LINK_USED_UP`, `PREFETCH_REFUSED`
   */
  follow(
    code: string | number,
    members?: Members<operations['urlShortenerFollow']>,
  ): Call<Response, Codes<operations['urlShortenerFollow']>>;
}

export interface operations {
  urlShortenerShorten: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
          url: string;
          /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
          alias?: string;
          /** when the link starts to redirect, milliseconds since the epoch */
          not_before?: number;
          /** when the link stops redirecting, milliseconds since the epoch */
          expires_at?: number;
          /** most redirects of the link since its creation */
          max_clicks?: number;
          /** tags to find the link by; a repeated tag counts once */
          tags?: string[];
          /** what people call the link, up to 256 characters */
          title?: string;
        };
        '*/*': {
          /** where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
          url: string;
          /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
          alias?: string;
          /** when the link starts to redirect, milliseconds since the epoch */
          not_before?: number;
          /** when the link stops redirecting, milliseconds since the epoch */
          expires_at?: number;
          /** most redirects of the link since its creation */
          max_clicks?: number;
          /** tags to find the link by; a repeated tag counts once */
          tags?: string[];
          /** what people call the link, up to 256 characters */
          title?: string;
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
              /** the address to hand out: the base address, a slash, and the code */
              short_url: string;
              /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
              code: string;
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
              | 'ALIAS_TAKEN'
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'CODE_SPACE_BUSY'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'INVALID_URL'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  urlShortenerShortenInBulk: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** links, each as in the body of POST /shorten */
          links: {
            /** where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
            url: string;
            /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
            alias?: string;
            /** when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** most redirects of the link since its creation */
            max_clicks?: number;
            /** tags to find the link by; a repeated tag counts once */
            tags?: string[];
            /** what people call the link, up to 256 characters */
            title?: string;
          }[];
        };
        '*/*': {
          /** links, each as in the body of POST /shorten */
          links: {
            /** where the link leads: an absolute http or https URL, up to 2,048 characters, without credentials, not one of the shortener itself */
            url: string;
            /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
            alias?: string;
            /** when the link starts to redirect, milliseconds since the epoch */
            not_before?: number;
            /** when the link stops redirecting, milliseconds since the epoch */
            expires_at?: number;
            /** most redirects of the link since its creation */
            max_clicks?: number;
            /** tags to find the link by; a repeated tag counts once */
            tags?: string[];
            /** what people call the link, up to 256 characters */
            title?: string;
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
            /** one result for each link, in the same order */
            results: {
              /** whether the link was created */
              ok: boolean;
              /** code of the link: its alias, or 7 random characters of a–z, A–Z, 0–9 */
              code?: string;
              /** the address to hand out: the base address, a slash, and the code */
              short_url?: string;
              /** why the link was not created: a problem code of POST /shorten */
              error?: string;
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
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  urlShortenerFollow: {
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
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
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
              | 'LINK_DISABLED'
              | 'LINK_EXPIRED'
              | 'LINK_USED_UP'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PREFETCH_REFUSED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_CODE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
