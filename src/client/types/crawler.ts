/** Written by `npm run openapi`. */
import type { Call, Codes, Events, Json, JsonBody, Members, Stream } from '../shapes.ts';

export interface Crawler {
  /**
   * Start a crawl of a web site.
   *
   * Stores a background job and answers 202; the job waits as `started` for a free slot and survives a restart. It crawls breadth first, obeys robots.txt unless CRAWL_IGNORE_ROBOTS=1, and fetches at most `max_pages` pages. Fails with 400 for a URL that is not an absolute http or https URL, and for a `webhook` when WEBHOOK_SECRET is not set.
   *
   * `POST /crawl`
   */
  start(
    body: JsonBody<operations['crawlerStart']>,
    members?: Members<operations['crawlerStart']>,
  ): Call<Json<operations['crawlerStart']>, Codes<operations['crawlerStart']>>;
  /**
   * List crawl jobs, the newest first.
   *
   * `GET /crawl`
   */
  list(
    members?: Members<operations['crawlerList']>,
  ): Call<Json<operations['crawlerList']>, Codes<operations['crawlerList']>>;
  /**
   * Cancel a crawl job.
   *
   * Ends the job at once: no further request is sent, and those under way are dropped. Repeating it is safe. Fails with 409 JOB_COMPLETED for a job that has completed or failed.
   *
   * `POST /crawl/{id}/cancel`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`, `JOB_COMPLETED`
   */
  cancel(
    id: string | number,
    members?: Members<operations['crawlerCancel']>,
  ): Call<Json<operations['crawlerCancel']>, Codes<operations['crawlerCancel']>>;
  /**
   * Delete a finished job and its pages.
   *
   * The webhook of the job is still delivered. Fails with 409 JOB_RUNNING for a job that has not ended, and with 404 when it is repeated.
   *
   * `DELETE /crawl/{id}`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`, `JOB_RUNNING`
   */
  delete(
    id: string | number,
    members?: Members<operations['crawlerDelete']>,
  ): Call<Json<operations['crawlerDelete']>, Codes<operations['crawlerDelete']>>;
  /**
   * Show a job and its pages.
   *
   * Lists the pages so far in the order of completion; pass the number of pages that you have as `offset` to get only new ones. Fails with 404 UNKNOWN_JOB for a job that does not exist or was removed.
   *
   * `GET /crawl/{id}`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  show(
    id: string | number,
    members?: Members<operations['crawlerShow']>,
  ): Call<Json<operations['crawlerShow']>, Codes<operations['crawlerShow']>>;
  /**
   * List what became of each discovered URL.
   *
   * Every URL is listed once, in the order of discovery, with the reason why it was or was not fetched.
   *
   * `GET /crawl/{id}/urls`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  listUrls(
    id: string | number,
    members?: Members<operations['crawlerListUrls']>,
  ): Call<Json<operations['crawlerListUrls']>, Codes<operations['crawlerListUrls']>>;
  /**
   * Export all pages of a job as NDJSON.
   *
   * Streams one page result a line, in the order of completion: those that exist when the request arrives.
   *
   * `GET /crawl/{id}/export`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`
   */
  export(
    id: string | number,
    members?: Members<operations['crawlerExport']>,
  ): Call<Response, Codes<operations['crawlerExport']>>;
  /**
   * Show the content of a crawled page.
   *
   * Sends at most 1 MiB of it, under a Content-Security-Policy that keeps scripts from running. Fails with 404 NO_CONTENT when the job was not asked to keep this format, or the page has no content in it.
   *
   * `GET /crawl/{id}/pages/{n}`
   *
   * @param id crawl_<n>
   * @param n number of the page from 1, in the order of `pages`
   * @throws {HawkerError} `UNKNOWN_JOB`, `UNKNOWN_PAGE`, `NO_CONTENT`
   */
  showContent(
    id: string | number,
    n: string | number,
    members: Members<operations['crawlerShowContent']>,
  ): Call<Response, Codes<operations['crawlerShowContent']>>;
  /**
   * Follow a crawl job live.
   *
   * Server-sent events: a `page` for each page result, numbered from 1 and starting with those that exist already; then `end`, with the job but not its pages, after which the stream ends. With `Last-Event-ID` it continues after that event, and answers 204 if that was the end.
   *
   * `GET /crawl/{id}/events`
   *
   * @param id crawl_<n>
   * @throws {HawkerError} `UNKNOWN_JOB`, `RATE_LIMITED`, `TOO_MANY_STREAMS_OF_USER`, `TOO_MANY_STREAMS_OF_ADDRESS`, `TOO_MANY_STREAMS`
   */
  follow(
    id: string | number,
    members?: Members<operations['crawlerFollow']>,
  ): Stream<Events<operations['crawlerFollow']>>;
}

export interface operations {
  crawlerList: {
    parameters: {
      query?: {
        /** only jobs with this status */
        status?: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
        /** maximum number of jobs per page */
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
            /** jobs without their pages, the newest first */
            jobs: {
              /** crawl_<n> */
              id: string;
              /** started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              /** where the crawl started */
              seed_url: string;
              /** maximum number of pages to fetch */
              max_pages: number;
              /** when it was requested, milliseconds since the epoch */
              started_at: number;
              /** when it ended, milliseconds since the epoch; null until then */
              ended_at: number | null;
              /** true: only URLs with the host and port of the seed */
              same_host?: boolean;
              /** only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              include?: string[];
              /** no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              exclude?: string[];
              /** most links from the seed to a page */
              max_depth?: number;
              /** formats in which to keep the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** true: also starts from the URLs in the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
              webhook?: string;
              /** what the sitemaps yielded; absent until they were read */
              sitemap_totals?: {
                /** number of sitemaps and indexes that were read */
                read: number;
                /** number of those that could not be read */
                failed: number;
                /** number of URLs in them, up to 50,000 */
                urls: number;
                /** sitemaps that yielded no URLs, up to 20 */
                problems?: {
                  /** the sitemap */
                  url: string;
                  /** why it yielded nothing */
                  reason: string;
                }[];
              };
              /** whether the webhook was delivered; absent without a webhook */
              webhook_status?: 'pending' | 'delivered' | 'failed';
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
          /** where the crawl starts: an absolute http or https URL, up to 2,048 characters, without credentials */
          url: string;
          /**
           * maximum number of pages to fetch
           * @default 10
           */
          max_pages?: number;
          /** true: only URLs with the host and port of the seed */
          same_host?: boolean;
          /** only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
          include?: string[];
          /** no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
          exclude?: string[];
          /** most links from the seed to a page */
          max_depth?: number;
          /** formats in which to keep the content of each HTML page with status 200 */
          formats?: ('html' | 'text' | 'markdown')[];
          /** how often a page is requested again after a network error, 429 or 5xx */
          retries?: number;
          /** true: also starts from the URLs in the sitemaps of the seed’s host */
          sitemaps?: boolean;
          /** http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
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
            /** crawl_<n> */
            job_id: string;
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
        /** crawl_<n> */
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
            /** crawl_<n> */
            job_id: string;
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
        /** pages to skip, in the order of completion */
        offset?: number;
        /** maximum number of pages in the answer */
        limit?: number;
      };
      header?: never;
      path: {
        /** crawl_<n> */
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
              /** crawl_<n> */
              id: string;
              /** started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page */
              status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
              /** where the crawl started */
              seed_url: string;
              /** maximum number of pages to fetch */
              max_pages: number;
              /** when it was requested, milliseconds since the epoch */
              started_at: number;
              /** when it ended, milliseconds since the epoch; null until then */
              ended_at: number | null;
              /** true: only URLs with the host and port of the seed */
              same_host?: boolean;
              /** only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              include?: string[];
              /** no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
              exclude?: string[];
              /** most links from the seed to a page */
              max_depth?: number;
              /** formats in which to keep the content of each HTML page with status 200 */
              formats?: ('html' | 'text' | 'markdown')[];
              /** how often a page is requested again after a network error, 429 or 5xx */
              retries?: number;
              /** true: also starts from the URLs in the sitemaps of the seed’s host */
              sitemaps?: boolean;
              /** http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
              webhook?: string;
              /** what the sitemaps yielded; absent until they were read */
              sitemap_totals?: {
                /** number of sitemaps and indexes that were read */
                read: number;
                /** number of those that could not be read */
                failed: number;
                /** number of URLs in them, up to 50,000 */
                urls: number;
                /** sitemaps that yielded no URLs, up to 20 */
                problems?: {
                  /** the sitemap */
                  url: string;
                  /** why it yielded nothing */
                  reason: string;
                }[];
              };
              /** whether the webhook was delivered; absent without a webhook */
              webhook_status?: 'pending' | 'delivered' | 'failed';
              /** page results in the order of completion; there are more while the job runs */
              pages: {
                /** the requested URL */
                url: string;
                /** HTTP status of the answer; 0 when there was none */
                status_code: number;
                /** title of the page; empty when it has none */
                title: string;
                /** http and https links of an HTML page with status 200, without repetitions */
                links: string[];
                /** when the result was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** why the fetch failed */
                error?: string;
                /** the URL that redirects led to */
                final_url?: string;
                /** formats in which its content was kept, if the job keeps any */
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
        /** crawl_<n> */
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
            /** crawl_<n> */
            job_id: string;
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
        /** next_cursor of the previous page */
        cursor?: number;
        /** maximum number of URLs per page */
        limit?: number;
      };
      header?: never;
      path: {
        /** crawl_<n> */
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
            /** in the order of discovery */
            urls: {
              /** the URL in its normal form */
              url: string;
              /** number of links from the seed */
              depth: number;
              /** how far the URL is */
              status: 'queued' | 'fetching' | 'done';
              /** how it ended; null until it is done */
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
              /** what exactly, such as the option that left it out */
              detail?: string;
            }[];
            /** number of URLs by reason, and of those queued and fetching */
            counts: {
              [key: string]: number;
            };
            /** links that were not recorded, because a page or the job has too many */
            left_out: number;
            /** cursor of the next page; null on the last one */
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
        /** crawl_<n> */
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
        /** html: as received; text, markdown: the main text of the page */
        format: 'html' | 'text' | 'markdown';
      };
      header?: never;
      path: {
        /** crawl_<n> */
        id: string;
        /** number of the page from 1, in the order of `pages` */
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
        /** id of the last event received */
        'last-event-id'?: string;
      };
      path: {
        /** crawl_<n> */
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
                /** the requested URL */
                url: string;
                /** HTTP status of the answer; 0 when there was none */
                status_code: number;
                /** title of the page; empty when it has none */
                title: string;
                /** http and https links of an HTML page with status 200, without repetitions */
                links: string[];
                /** when the result was recorded, milliseconds since the epoch */
                crawled_at: number;
                /** why the fetch failed */
                error?: string;
                /** the URL that redirects led to */
                final_url?: string;
                /** formats in which its content was kept, if the job keeps any */
                formats?: ('html' | 'text' | 'markdown')[];
              }
            | {
                /** crawl_<n> */
                id: string;
                /** started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page */
                status: 'started' | 'running' | 'completed' | 'cancelled' | 'failed';
                /** where the crawl started */
                seed_url: string;
                /** maximum number of pages to fetch */
                max_pages: number;
                /** when it was requested, milliseconds since the epoch */
                started_at: number;
                /** when it ended, milliseconds since the epoch; null until then */
                ended_at: number | null;
                /** true: only URLs with the host and port of the seed */
                same_host?: boolean;
                /** only URLs that match one of these; empty: all; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
                include?: string[];
                /** no URLs that match one of these; globs over the whole URL without its fragment, in which `*` matches within a segment, `**` across segments, and `?` only itself */
                exclude?: string[];
                /** most links from the seed to a page */
                max_depth?: number;
                /** formats in which to keep the content of each HTML page with status 200 */
                formats?: ('html' | 'text' | 'markdown')[];
                /** how often a page is requested again after a network error, 429 or 5xx */
                retries?: number;
                /** true: also starts from the URLs in the sitemaps of the seed’s host */
                sitemaps?: boolean;
                /** http or https URL to notify when the job ends; signed, so WEBHOOK_SECRET must be set */
                webhook?: string;
                /** what the sitemaps yielded; absent until they were read */
                sitemap_totals?: {
                  /** number of sitemaps and indexes that were read */
                  read: number;
                  /** number of those that could not be read */
                  failed: number;
                  /** number of URLs in them, up to 50,000 */
                  urls: number;
                  /** sitemaps that yielded no URLs, up to 20 */
                  problems?: {
                    /** the sitemap */
                    url: string;
                    /** why it yielded nothing */
                    reason: string;
                  }[];
                };
                /** whether the webhook was delivered; absent without a webhook */
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
