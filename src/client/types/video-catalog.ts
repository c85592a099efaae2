/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members } from '../shapes.ts';

export interface VideoCatalog {
  /**
   * Add a video to the catalog.
   *
   * Stores the texts; there is no file. The video becomes `processing` after a second and `ready` 0.1 s later. A repeated `Idempotency-Key` stores nothing and answers 200 with the first answer and the present status; a different upload with the same key fails with 422 KEY_REUSED.
   *
   * `POST /videos`
   *
   * @throws {HawkerError} `KEY_REUSED`
   */
  upload(
    body: JsonBody<operations['videoCatalogUpload']>,
    members?: Members<operations['videoCatalogUpload']>,
  ): Call<Json<operations['videoCatalogUpload']>, Codes<operations['videoCatalogUpload']>>;
  /**
   * List videos by age or views.
   *
   * Filters by tag and status. Follow `next_cursor` with the same filters and the same `sort`.
   *
   * `GET /videos`
   */
  list(
    members?: Members<operations['videoCatalogList']>,
  ): Call<Json<operations['videoCatalogList']>, Codes<operations['videoCatalogList']>>;
  /**
   * Show a video and count a view.
   *
   * Counts one view, whatever the status, unless `count=false`. HEAD counts none.
   *
   * `GET /videos/{id}`
   *
   * @param id vid_<n>, with n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  watch(
    id: string | number,
    members?: Members<operations['videoCatalogWatch']>,
  ): Call<Json<operations['videoCatalogWatch']>, Codes<operations['videoCatalogWatch']>>;
  /**
   * Change the texts of a video.
   *
   * Members that are absent stay as they are. Lists and searches show the change at once.
   *
   * `PATCH /videos/{id}`
   *
   * @param id vid_<n>, with n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  edit(
    id: string | number,
    body: JsonBody<operations['videoCatalogEdit']>,
    members?: Members<operations['videoCatalogEdit']>,
  ): Call<Json<operations['videoCatalogEdit']>, Codes<operations['videoCatalogEdit']>>;
  /**
   * Delete a video and its views.
   *
   * Deletes it for good: a repeated request gets 404, and the id is not used again.
   *
   * `DELETE /videos/{id}`
   *
   * @param id vid_<n>, with n counted from 1
   * @throws {HawkerError} `VIDEO_NOT_FOUND`
   */
  delete(
    id: string | number,
    members?: Members<operations['videoCatalogDelete']>,
  ): Call<Json<operations['videoCatalogDelete']>, Codes<operations['videoCatalogDelete']>>;
  /**
   * Search videos by any part of their texts.
   *
   * Finds `q` anywhere in a title, a description or a tag, without regard to case. Filters, order and pages work as in the list of videos.
   *
   * `GET /search`
   */
  search(
    members: Members<operations['videoCatalogSearch']>,
  ): Call<Json<operations['videoCatalogSearch']>, Codes<operations['videoCatalogSearch']>>;
}

export interface operations {
  videoCatalogList: {
    parameters: {
      query?: {
        /** only videos with exactly this tag */
        tag?: string;
        /** only videos with this status */
        status?: 'uploading' | 'processing' | 'ready';
        /** newest: the newest first; views: the most viewed first, with the newest first among equals */
        sort?: 'newest' | 'views';
        /** maximum number of videos per page */
        limit?: number;
        /** next_cursor of the previous page, with the same sort */
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
            /** one page, in the requested order */
            videos: {
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** description of the video */
              description: string;
              /** tags of the video */
              tags: string[];
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** views counted so far */
              view_count: number;
              /** when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /** a still image: an absolute http or https URL, kept as it is */
              thumbnail_url?: string;
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
        /** 1–128 printable ASCII characters */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** title of the video, 1–256 characters */
          title: string;
          /**
           * description of the video
           * @default
           */
          description?: string;
          /**
           * tags for lists and searches
           * @default []
           */
          tags?: string[];
          /** what is spoken: a language tag of BCP 47, such as id or pt-BR */
          language?: string;
          /** a still image: an absolute http or https URL, kept as it is */
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
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** when it was added, milliseconds since the epoch */
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
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** when it was added, milliseconds since the epoch */
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
        /** false: does not count a view */
        count?: boolean;
      };
      header?: never;
      path: {
        /** vid_<n>, with n counted from 1 */
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
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** description of the video */
              description: string;
              /** tags of the video */
              tags: string[];
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** views counted so far */
              view_count: number;
              /** when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /** a still image: an absolute http or https URL, kept as it is */
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
        /** vid_<n>, with n counted from 1 */
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
            /** always true */
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
        /** vid_<n>, with n counted from 1 */
        id: string;
      };
      cookie?: never;
    };
    /** members that are absent stay as they are */
    requestBody: {
      content: {
        'application/json': {
          /** title of the video, 1–256 characters */
          title?: string;
          /** description of the video */
          description?: string;
          /** tags for lists and searches */
          tags?: string[];
          /** null removes it */
          language?: string | null;
          /** null removes it */
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
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** description of the video */
              description: string;
              /** tags of the video */
              tags: string[];
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** views counted so far */
              view_count: number;
              /** when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /** a still image: an absolute http or https URL, kept as it is */
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
        /** text to find, up to 256 characters; ignores case */
        q: string;
        /** only videos with exactly this tag */
        tag?: string;
        /** only videos with this status */
        status?: 'uploading' | 'processing' | 'ready';
        /** newest: the newest first; views: the most viewed first, with the newest first among equals */
        sort?: 'newest' | 'views';
        /** maximum number of videos per page */
        limit?: number;
        /** next_cursor of the previous page, with the same sort */
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
            /** one page, in the requested order */
            videos: {
              /** vid_<n>, with n counted from 1 */
              id: string;
              /** title of the video */
              title: string;
              /** description of the video */
              description: string;
              /** tags of the video */
              tags: string[];
              /** the processing state of the video */
              status: 'uploading' | 'processing' | 'ready';
              /** duration, 10–609 seconds; 0 until the video is ready */
              duration_secs: number;
              /** views counted so far */
              view_count: number;
              /** when it was added, milliseconds since the epoch */
              uploaded_at: number;
              /** what is spoken: a language tag of BCP 47, such as id or pt-BR */
              language?: string;
              /** a still image: an absolute http or https URL, kept as it is */
              thumbnail_url?: string;
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
