/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Crawler {
  /** POST /crawl. Stores a background job and answers 202; the job waits as `started` for a free slot and survives a restart. It crawls breadth first, obeys robots.txt unless CRAWL_IGNORE_ROBOTS=1, and fetches at most `max_pages` pages. Fails with 400 for a URL that is not an absolute http or https URL, and for a `webhook` when WEBHOOK_SECRET is not set. */
  start(
    body: JsonBody<operations['crawlerStart']>,
    members?: Members<operations['crawlerStart']>,
  ): Call<Json<operations['crawlerStart']>, Codes<operations['crawlerStart']>>;
  /** GET /crawl */
  list(
    members?: Members<operations['crawlerList']>,
  ): Call<Json<operations['crawlerList']>, Codes<operations['crawlerList']>>;
  /** POST /crawl/{id}/cancel. Ends the job at once: no further request is sent, and those under way are dropped. It may be repeated. Fails with 409 JOB_COMPLETED for a job that has completed or failed. */
  cancel(
    id: string | number,
    members?: Members<operations['crawlerCancel']>,
  ): Call<Json<operations['crawlerCancel']>, Codes<operations['crawlerCancel']>>;
  /** DELETE /crawl/{id}. The webhook of the job is still delivered. Fails with 409 JOB_RUNNING for a job that has not ended, and with 404 when it is repeated. */
  delete(
    id: string | number,
    members?: Members<operations['crawlerDelete']>,
  ): Call<Json<operations['crawlerDelete']>, Codes<operations['crawlerDelete']>>;
  /** GET /crawl/{id}. Lists the pages so far in the order of completion; pass the number of pages that you have as `offset` to get only new ones. Fails with 404 UNKNOWN_JOB for a job that does not exist or was removed. */
  show(
    id: string | number,
    members?: Members<operations['crawlerShow']>,
  ): Call<Json<operations['crawlerShow']>, Codes<operations['crawlerShow']>>;
  /** GET /crawl/{id}/urls. Every URL is listed once, in the order of discovery, with the reason why it was or was not fetched. */
  listUrls(
    id: string | number,
    members?: Members<operations['crawlerListUrls']>,
  ): Call<Json<operations['crawlerListUrls']>, Codes<operations['crawlerListUrls']>>;
  /** GET /crawl/{id}/export. Streams one page result a line, in the order of completion: those that exist when the request arrives. */
  export(
    id: string | number,
    members?: Members<operations['crawlerExport']>,
  ): Call<Response, Codes<operations['crawlerExport']>>;
  /** GET /crawl/{id}/pages/{n}. Sends at most 1 MiB of it, under a Content-Security-Policy that keeps scripts from running. Fails with 404 NO_CONTENT when the job was not asked to keep this format, or the page has no content in it. */
  showContent(
    id: string | number,
    n: string | number,
    members: Members<operations['crawlerShowContent']>,
  ): Call<Response, Codes<operations['crawlerShowContent']>>;
  /** GET /crawl/{id}/events. Server-sent events: a `page` for each page result, numbered from 1 and starting with those that exist already; then `end`, with the job but not its pages, after which the stream ends. With `Last-Event-ID` it continues after that event, and answers 204 if that was the end. */
  follow(
    id: string | number,
    members?: Members<operations['crawlerFollow']>,
  ): Stream<Events<operations['crawlerFollow']>>;
}

export interface operations {
  crawlerList: {
    parameters: {
      query?: {
        /** @description only jobs with this status */
        status?: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
        /** @description most jobs of the page */
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
            /** @description jobs without their pages, the newest first */
            jobs: {
              /** @description crawl_<n> */
              id: string;
              /**
               * @description started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page
               * @enum {string}
               */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              /** @description where the crawl started */
              seed_url: string;
              /** @description most pages to fetch */
              max_pages: number;
              /** @description when it was requested, milliseconds since the epoch */
              started_at: number;
              /** @description when it ended, milliseconds since the epoch; null until then */
              ended_at: number | null;
              /** @description true: only URLs with the host and port of the seed */
              same_host?: boolean;
              /** @description only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              include?: string[];
              /** @description no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              exclude?: string[];
              /** @description most links from the seed to a page */
              max_depth?: number;
              /** @description formats in which to keep the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** @description how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** @description true: also starts from the URLs in the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** @description http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
              webhook?: string;
              /** @description what the sitemaps yielded; absent until they were read */
              sitemap_totals?: {
                /** @description number of sitemaps and indexes that were read */
                read: number;
                /** @description number of those that could not be read */
                failed: number;
                /** @description number of URLs in them, up to 50,000 */
                urls: number;
                /** @description sitemaps that yielded no URLs, up to 20 */
                problems?: {
                  /** @description the sitemap */
                  url: string;
                  /** @description why it yielded nothing */
                  reason: string;
                }[];
              };
              /**
               * @description whether the webhook was delivered; absent without a webhook
               * @enum {string}
               */
              webhook_status?: 'pending' | 'delivered' | 'failed';
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
  crawlerStart: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description where the crawl starts: an absolute http or https URL, up to 2,048 characters, without credentials */
          url: string;
          /**
           * @description most pages to fetch
           * @default 10
           */
          max_pages?: number;
          /** @description true: only URLs with the host and port of the seed */
          same_host?: boolean;
          /** @description only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
          include?: string[];
          /** @description no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
          exclude?: string[];
          /** @description most links from the seed to a page */
          max_depth?: number;
          /** @description formats in which to keep the content of each HTML page with status 200 */
          formats?: ('html' | 'text' | 'markdown')[];
          /** @description how often a page is requested again after a network error, 429 or 5xx */
          retries?: number;
          /** @description true: also starts from the URLs in the sitemaps of the seed’s host */
          sitemaps?: boolean;
          /** @description http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
          webhook?: string;
        };
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description crawl_<n> */
            job_id: string;
            /** @enum {string} */
            status: 'started';
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
  crawlerCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
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
            /** @description crawl_<n> */
            job_id: string;
            /** @enum {string} */
            status: 'cancelled';
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
              | 'JOB_COMPLETED'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerShow: {
    parameters: {
      query?: {
        /** @description pages to skip, in the order of completion */
        offset?: number;
        /** @description most pages of the answer */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
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
            job: {
              /** @description crawl_<n> */
              id: string;
              /**
               * @description started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page
               * @enum {string}
               */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              /** @description where the crawl started */
              seed_url: string;
              /** @description most pages to fetch */
              max_pages: number;
              /** @description when it was requested, milliseconds since the epoch */
              started_at: number;
              /** @description when it ended, milliseconds since the epoch; null until then */
              ended_at: number | null;
              /** @description true: only URLs with the host and port of the seed */
              same_host?: boolean;
              /** @description only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              include?: string[];
              /** @description no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              exclude?: string[];
              /** @description most links from the seed to a page */
              max_depth?: number;
              /** @description formats in which to keep the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** @description how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** @description true: also starts from the URLs in the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** @description http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
              webhook?: string;
              /** @description what the sitemaps yielded; absent until they were read */
              sitemap_totals?: {
                /** @description number of sitemaps and indexes that were read */
                read: number;
                /** @description number of those that could not be read */
                failed: number;
                /** @description number of URLs in them, up to 50,000 */
                urls: number;
                /** @description sitemaps that yielded no URLs, up to 20 */
                problems?: {
                  /** @description the sitemap */
                  url: string;
                  /** @description why it yielded nothing */
                  reason: string;
                }[];
              };
              /**
               * @description whether the webhook was delivered; absent without a webhook
               * @enum {string}
               */
              webhook_status?: 'pending' | 'delivered' | 'failed';
              /** @description page results in the order of completion; there are more while the job runs */
              pages: {
                /** @description the requested URL */
                url: string;
                /** @description HTTP status of the answer; 0 when there was none */
                status_code: number;
                /** @description title of the page; empty when it has none */
                title: string;
                /** @description http and https links of an HTML page with status 200, without repetitions */
                links: string[];
                /** @description when the result was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** @description why the fetch failed */
                error?: string;
                /** @description the URL that redirects led to */
                final_url?: string;
                /** @description formats in which its content was kept, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
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
            /** @enum {unknown} */
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
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
            /** @description crawl_<n> */
            job_id: string;
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
              | 'AUTHENTICATION_REQUIRED'
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'JOB_RUNNING'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerListUrls: {
    parameters: {
      query?: {
        /** @description next_cursor of the page before */
        cursor?: number;
        /** @description most URLs of the page */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
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
            /** @description in the order of discovery */
            urls: {
              /** @description the URL in its normal form */
              url: string;
              /** @description number of links from the seed */
              depth: number;
              /**
               * @description how far the URL is
               * @enum {string}
               */
              status: 'queued' | 'fetching' | 'done';
              /** @description how it ended; null until it is done */
              reason:
                | (
                    | 'fetched'
                    | 'robots'
                    | 'budget'
                    | 'duplicate'
                    | 'off-scheme'
                    | 'out of scope'
                    | 'private address'
                    | 'error'
                    | 'cancelled'
                    | 'failed'
                  )
                | null;
              /** @description what exactly, such as the option that left it out */
              detail?: string;
            }[];
            /** @description number of URLs by reason, and of those queued and fetching */
            counts: {
              [key: string]: number;
            };
            /** @description links that were not recorded, because a page or the job has too many */
            left_out: number;
            /** @description cursor of the next page; null on the last one */
            next_cursor: string | null;
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
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
          'application/x-ndjson': string;
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerShowContent: {
    parameters: {
      query: {
        /** @description html: as received; text, markdown: the main text of the page */
        format: 'html' | 'text' | 'markdown';
      };
      header?: never;
      path: {
        /** @description crawl_<n> */
        id: string;
        /** @description number of the page from 1, in the order of `pages` */
        n: number;
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
          'text/html': string;
          'text/plain': string;
          'text/markdown': string;
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
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NO_CONTENT'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'UNKNOWN_JOB'
              | 'UNKNOWN_PAGE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  crawlerFollow: {
    parameters: {
      query?: never;
      header?: {
        /** @description id of the last event received */
        'last-event-id'?: string;
      };
      path: {
        /** @description crawl_<n> */
        id: string;
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
          'text/event-stream':
            | {
                /** @description the requested URL */
                url: string;
                /** @description HTTP status of the answer; 0 when there was none */
                status_code: number;
                /** @description title of the page; empty when it has none */
                title: string;
                /** @description http and https links of an HTML page with status 200, without repetitions */
                links: string[];
                /** @description when the result was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** @description why the fetch failed */
                error?: string;
                /** @description the URL that redirects led to */
                final_url?: string;
                /** @description formats in which its content was kept, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
              }
            | {
                /** @description crawl_<n> */
                id: string;
                /**
                 * @description started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page
                 * @enum {string}
                 */
                status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
                /** @description where the crawl started */
                seed_url: string;
                /** @description most pages to fetch */
                max_pages: number;
                /** @description when it was requested, milliseconds since the epoch */
                started_at: number;
                /** @description when it ended, milliseconds since the epoch; null until then */
                ended_at: number | null;
                /** @description true: only URLs with the host and port of the seed */
                same_host?: boolean;
                /** @description only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
                include?: string[];
                /** @description no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
                exclude?: string[];
                /** @description most links from the seed to a page */
                max_depth?: number;
                /** @description formats in which to keep the content of each HTML page with status 200 */
                formats?: ('html' | 'text' | 'markdown')[];
                /** @description how often a page is requested again after a network error, 429 or 5xx */
                retries?: number;
                /** @description true: also starts from the URLs in the sitemaps of the seed’s host */
                sitemaps?: boolean;
                /** @description http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
                webhook?: string;
                /** @description what the sitemaps yielded; absent until they were read */
                sitemap_totals?: {
                  /** @description number of sitemaps and indexes that were read */
                  read: number;
                  /** @description number of those that could not be read */
                  failed: number;
                  /** @description number of URLs in them, up to 50,000 */
                  urls: number;
                  /** @description sitemaps that yielded no URLs, up to 20 */
                  problems?: {
                    /** @description the sitemap */
                    url: string;
                    /** @description why it yielded nothing */
                    reason: string;
                  }[];
                };
                /**
                 * @description whether the webhook was delivered; absent without a webhook
                 * @enum {string}
                 */
                webhook_status?: 'pending' | 'delivered' | 'failed';
              };
        };
      };
      204: {
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
            /** @enum {unknown} */
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
              | 'UNKNOWN_JOB'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
}
