/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface UrlShortener {
  /**
   * `POST /shorten`
   *
   * @throws {HawkerError} `INVALID_URL`, `ALIAS_TAKEN`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `CODE_SPACE_BUSY`
   */
  shorten(
    body: JsonBody<operations['urlShortenerShorten']>,
    members?: Members<operations['urlShortenerShorten']>,
  ): Call<Json<operations['urlShortenerShorten']>, Codes<operations['urlShortenerShorten']>>;
  /**
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
   * `GET /{code}`
   *
   * @param code the alias, else 7 characters of a–z, A–Z, 0–9
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
          /** absolute http or https URL, up to 2,048 characters, without credentials, not on this host */
          url: string;
          /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
          alias?: string;
          /** from this instant on the link is there, milliseconds */
          not_before?: number;
          /** from this instant on the link is gone, milliseconds */
          expires_at?: number;
          /** how often the link redirects, counted from its creation */
          max_clicks?: number;
          /** for lists; repetitions count once */
          tags?: string[];
        };
        '*/*': {
          /** absolute http or https URL, up to 2,048 characters, without credentials, not on this host */
          url: string;
          /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
          alias?: string;
          /** from this instant on the link is there, milliseconds */
          not_before?: number;
          /** from this instant on the link is gone, milliseconds */
          expires_at?: number;
          /** how often the link redirects, counted from its creation */
          max_clicks?: number;
          /** for lists; repetitions count once */
          tags?: string[];
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
              /** the base address, a slash, then the code */
              short_url: string;
              /** the alias, else 7 characters of a–z, A–Z, 0–9 */
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
          /** each as POST /shorten takes it */
          links: {
            /** absolute http or https URL, up to 2,048 characters, without credentials, not on this host */
            url: string;
            /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
            alias?: string;
            /** from this instant on the link is there, milliseconds */
            not_before?: number;
            /** from this instant on the link is gone, milliseconds */
            expires_at?: number;
            /** how often the link redirects, counted from its creation */
            max_clicks?: number;
            /** for lists; repetitions count once */
            tags?: string[];
          }[];
        };
        '*/*': {
          /** each as POST /shorten takes it */
          links: {
            /** absolute http or https URL, up to 2,048 characters, without credentials, not on this host */
            url: string;
            /** the code, instead of a random one: 4–64 of a–z, A–Z, 0–9, _ and - */
            alias?: string;
            /** from this instant on the link is there, milliseconds */
            not_before?: number;
            /** from this instant on the link is gone, milliseconds */
            expires_at?: number;
            /** how often the link redirects, counted from its creation */
            max_clicks?: number;
            /** for lists; repetitions count once */
            tags?: string[];
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
            /** in the order of the links */
            results: {
              ok: boolean;
              /** the alias, else 7 characters of a–z, A–Z, 0–9 */
              code?: string;
              /** the base address, a slash, then the code */
              short_url?: string;
              /** why the link was not made: a code of POST /shorten */
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
        /** the alias, else 7 characters of a–z, A–Z, 0–9 */
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
