/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface VideoCatalog {
  /** POST /videos. Stores the texts; there is no file. The video becomes `processing` after a second and `ready` 0.1 s later. A repeated `Idempotency-Key` stores nothing and answers 200 with the first answer and the present status; the key of a different upload is 422 KEY_REUSED. */
  upload(
    body: JsonBody<operations['videoCatalogUpload']>,
    members?: Members<operations['videoCatalogUpload']>,
  ): Call<Json<operations['videoCatalogUpload']>, Codes<operations['videoCatalogUpload']>>;
  /** GET /videos. Filters by tag and status. Follow `next_cursor` with the same filters and the same `sort`. */
  list(
    members?: Members<operations['videoCatalogList']>,
  ): Call<Json<operations['videoCatalogList']>, Codes<operations['videoCatalogList']>>;
  /** GET /videos/{id}. Counts one view, whatever the status, unless `count=false`. HEAD counts none. */
  watch(
    id: string | number,
    members?: Members<operations['videoCatalogWatch']>,
  ): Call<Json<operations['videoCatalogWatch']>, Codes<operations['videoCatalogWatch']>>;
  /** PATCH /videos/{id}. Members that are absent stay as they are. Lists and searches show the change at once. */
  edit(
    id: string | number,
    body: JsonBody<operations['videoCatalogEdit']>,
    members?: Members<operations['videoCatalogEdit']>,
  ): Call<Json<operations['videoCatalogEdit']>, Codes<operations['videoCatalogEdit']>>;
  /** DELETE /videos/{id}. Deletes it for good: repeating the request is 404, and the id is not used again. */
  delete(
    id: string | number,
    members?: Members<operations['videoCatalogDelete']>,
  ): Call<Json<operations['videoCatalogDelete']>, Codes<operations['videoCatalogDelete']>>;
  /** GET /search. Finds `q` anywhere in a title, a description or a tag, without regard to case. Filters, order and pages work as in the list of videos. */
  search(
    members: Members<operations['videoCatalogSearch']>,
  ): Call<Json<operations['videoCatalogSearch']>, Codes<operations['videoCatalogSearch']>>;
}

export interface operations {
  videoCatalogList: {
    parameters: {
      query?: {
        /** @description only videos with exactly this tag */
        tag?: string;
        /** @description only videos with this status */
        status?: 'uploading' | 'processing' | 'ready';
        /** @description newest: the newest first; views: the most viewed first, with the newest first among equals */
        sort?: 'newest' | 'views';
        /** @description most videos of the page */
        limit?: number;
        /** @description next_cursor of the page before, with the same sort */
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
            /** @description one page, in the requested order */
            videos: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /** @description description of the video */
              description: string;
              /** @description tags of the video */
              tags: string[];
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** @description views counted so far */
              view_count: number;
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
  videoCatalogUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description title of the video, 1–256 characters
           */
          title: string;
          /**
           * Format: text
           * @description description of the video
           * @default
           */
          description?: string;
          /**
           * @description tags for lists and searches
           * @default []
           */
          tags?: string[];
          /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
          language?: string;
          /**
           * Format: text
           * @description a still image: an absolute http or https URL, kept as it is
           */
          thumbnail_url?: string;
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
            video: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
            };
          };
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            video: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
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
              | 'BODY_TOO_LARGE'
              | 'EXPECTATION_FAILED'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'KEY_REUSED'
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
  videoCatalogWatch: {
    parameters: {
      query?: {
        /** @description false: does not count a view */
        count?: boolean;
      };
      header?: never;
      path: {
        /** @description vid_<n>, with n counted from 1 */
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
            video: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /** @description description of the video */
              description: string;
              /** @description tags of the video */
              tags: string[];
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** @description views counted so far */
              view_count: number;
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description vid_<n>, with n counted from 1 */
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
            /** @description always true */
            deleted: boolean;
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
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogEdit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description vid_<n>, with n counted from 1 */
        id: string;
      };
      cookie?: never;
    };
    /** @description members that are absent stay as they are */
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description title of the video, 1–256 characters
           */
          title?: string;
          /**
           * Format: text
           * @description description of the video
           */
          description?: string;
          /** @description tags for lists and searches */
          tags?: string[];
          /** @description null removes it */
          language?: string | null;
          /** @description null removes it */
          thumbnail_url?: string | null;
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
            video: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /** @description description of the video */
              description: string;
              /** @description tags of the video */
              tags: string[];
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** @description views counted so far */
              view_count: number;
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
              | 'VALIDATION_FAILED'
              | 'VIDEO_NOT_FOUND';
          };
        };
      };
    };
  };
  videoCatalogSearch: {
    parameters: {
      query: {
        /** @description text to find, up to 256 characters; ignores case */
        q: string;
        /** @description only videos with exactly this tag */
        tag?: string;
        /** @description only videos with this status */
        status?: 'uploading' | 'processing' | 'ready';
        /** @description newest: the newest first; views: the most viewed first, with the newest first among equals */
        sort?: 'newest' | 'views';
        /** @description most videos of the page */
        limit?: number;
        /** @description next_cursor of the page before, with the same sort */
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
            /** @description one page, in the requested order */
            videos: {
              /** @description vid_<n>, with n counted from 1 */
              id: string;
              /** @description title of the video */
              title: string;
              /** @description description of the video */
              description: string;
              /** @description tags of the video */
              tags: string[];
              /**
               * @description where the video is in its processing
               * @enum {unknown}
               */
              status: 'uploading' | 'processing' | 'ready';
              /** @description duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** @description views counted so far */
              view_count: number;
              /** @description when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** @description what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /**
               * Format: text
               * @description a still image: an absolute http or https URL, kept as it is
               */
              thumbnail_url?: string;
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
