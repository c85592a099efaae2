/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members, RawBody } from '../shapes.ts';

export interface FileStore {
  /** GET /files/{id}. Answers 304 for an `If-None-Match` that names the current state of the file. */
  show(
    id: string | number,
    members?: Members<operations['fileStoreShow']>,
  ): Call<Json<operations['fileStoreShow']> | undefined, Codes<operations['fileStoreShow']>>;
  /** PATCH /files/{id}. Moving takes write permission on the file and on the new folder. Only the owner may move a file to the top level or into a folder of another user's tree. Names need not be unique. */
  changeFile(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFile']>,
    members?: Members<operations['fileStoreChangeFile']>,
  ): Call<Json<operations['fileStoreChangeFile']>, Codes<operations['fileStoreChangeFile']>>;
  /** DELETE /files/{id}. Moves the file to the trash of its owner, or deletes it for good with `FILE_TRASH_DAYS=0`. Only its owner may delete it. */
  delete(
    id: string | number,
    members?: Members<operations['fileStoreDelete']>,
  ): Call<Json<operations['fileStoreDelete']>, Codes<operations['fileStoreDelete']>>;
  /** PUT /files/{id}. The body is the content, stored exactly as sent; earlier versions stay. With `If-Match` or `If-None-Match` the version is only added if the condition holds (412 otherwise). */
  update(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreUpdate']>,
  ): Call<Json<operations['fileStoreUpdate']>, Codes<operations['fileStoreUpdate']>>;
  /** GET /files/{id}/versions. The oldest first. With contents in base64, the answer is as large as all versions together, so pass `content=false` unless you need them. */
  listVersions(
    id: string | number,
    members?: Members<operations['fileStoreListVersions']>,
  ): Call<Json<operations['fileStoreListVersions']>, Codes<operations['fileStoreListVersions']>>;
  /** POST /folders. Names need not be unique. Folders nest at most 64 deep (409 FOLDER_TOO_DEEP). */
  createFolder(
    body: JsonBody<operations['fileStoreCreateFolder']>,
    members?: Members<operations['fileStoreCreateFolder']>,
  ): Call<Json<operations['fileStoreCreateFolder']>, Codes<operations['fileStoreCreateFolder']>>;
  /** GET /folders/{id}/children. Folders first, then files, each by name. Users who may not read the folder see only what they own or what is shared with them; if that is nothing, the answer is 403, or 404 while identity is on. The top level is never refused. */
  listChildren(
    id: string | number,
    members?: Members<operations['fileStoreListChildren']>,
  ): Call<Json<operations['fileStoreListChildren']>, Codes<operations['fileStoreListChildren']>>;
  /** POST /files/{id}/share. Gives the user the permission on the file. Sharing again changes the permission. Only its owner may share it, with at most 1,000 users (409 TOO_MANY_SHARES). */
  shareFile(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFile']>,
    members?: Members<operations['fileStoreShareFile']>,
  ): Call<Json<operations['fileStoreShareFile']>, Codes<operations['fileStoreShareFile']>>;
  /** GET /files/{id}/shares. First the shares of the file itself, then those of the folders around it, from the inside out. Only the owner of the file may list them. */
  listFileShares(
    id: string | number,
    members?: Members<operations['fileStoreListFileShares']>,
  ): Call<
    Json<operations['fileStoreListFileShares']>,
    Codes<operations['fileStoreListFileShares']>
  >;
  /** DELETE /files/{id}/share/{user_id}. Answers the same when the file was not shared with the user. Permissions that come from a folder around it stay. Only its owner may do this. */
  unshareFile(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFile']>,
  ): Call<Json<operations['fileStoreUnshareFile']>, Codes<operations['fileStoreUnshareFile']>>;
  /** POST /folders/{id}/share. Gives the user the permission on the folder and everything in it. Sharing again changes the permission. Only its owner may share it, with at most 1,000 users (409 TOO_MANY_SHARES). */
  shareFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFolder']>,
    members?: Members<operations['fileStoreShareFolder']>,
  ): Call<Json<operations['fileStoreShareFolder']>, Codes<operations['fileStoreShareFolder']>>;
  /** GET /folders/{id}/shares. First the shares of the folder itself, then those of the folders around it, from the inside out. Only the owner of the folder may list them. */
  listFolderShares(
    id: string | number,
    members?: Members<operations['fileStoreListFolderShares']>,
  ): Call<
    Json<operations['fileStoreListFolderShares']>,
    Codes<operations['fileStoreListFolderShares']>
  >;
  /** DELETE /folders/{id}/share/{user_id}. Answers the same when the folder was not shared with the user. Permissions that come from a folder around it stay. Only its owner may do this. */
  unshareFolder(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFolder']>,
  ): Call<Json<operations['fileStoreUnshareFolder']>, Codes<operations['fileStoreUnshareFolder']>>;
  /** PATCH /folders/{id}. Moves everything in it at once; shares of the old parents end for it, and those of the new ones apply. Fails with 409 CYCLE for a move into itself or into one of its own subfolders, and with 409 FOLDER_TOO_DEEP beyond 64 levels. */
  changeFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFolder']>,
    members?: Members<operations['fileStoreChangeFolder']>,
  ): Call<Json<operations['fileStoreChangeFolder']>, Codes<operations['fileStoreChangeFolder']>>;
  /** DELETE /folders/{id}. Moves the folder and everything in it to the trash of its owner as one item, or deletes it for good with `FILE_TRASH_DAYS=0`. Fails with 409 NOT_EMPTY unless the folder is empty or `recursive` is given. Only its owner may delete it. */
  deleteFolder(
    id: string | number,
    members?: Members<operations['fileStoreDeleteFolder']>,
  ): Call<Json<operations['fileStoreDeleteFolder']>, Codes<operations['fileStoreDeleteFolder']>>;
  /** GET /trash. The item that was deleted last comes first. A user sees only their own trash. */
  listTrash(
    members?: Members<operations['fileStoreListTrash']>,
  ): Call<Json<operations['fileStoreListTrash']>, Codes<operations['fileStoreListTrash']>>;
  /** POST /trash/{id}/restore. The item goes back to its folder. It goes to the top level instead if that folder is gone, if the item no longer fits there, or if its owner may no longer write there; the answer says where it is. Fails with 404 NOT_IN_TRASH when the item was never deleted or its days in the trash are over. */
  restore(
    id: string | number,
    members?: Members<operations['fileStoreRestore']>,
  ): Call<Json<operations['fileStoreRestore']>, Codes<operations['fileStoreRestore']>>;
  /** DELETE /trash/{id} */
  discard(
    id: string | number,
    members?: Members<operations['fileStoreDiscard']>,
  ): Call<Json<operations['fileStoreDiscard']>, Codes<operations['fileStoreDiscard']>>;
  /** GET /files/{id}/download. The latest version, or the one given by `version`, as an attachment. Supports one range (206) and conditional requests (304, 412); the `ETag` is the hash of the content. */
  download(
    id: string | number,
    members?: Members<operations['fileStoreDownload']>,
  ): Call<Response, Codes<operations['fileStoreDownload']>>;
  /** POST /files/{id}/links. Anybody who has the address can download the latest version, without a user. The address is shown only in this answer. Only the owner of the file may create links; a file has at most 1,000 active ones (409 TOO_MANY_LINKS). */
  createLink(
    id: string | number,
    body: JsonBody<operations['fileStoreCreateLink']>,
    members?: Members<operations['fileStoreCreateLink']>,
  ): Call<Json<operations['fileStoreCreateLink']>, Codes<operations['fileStoreCreateLink']>>;
  /** GET /files/{id}/links. In the order in which they were created, without their addresses. Only the owner of the file may list them. */
  listLinks(
    id: string | number,
    members?: Members<operations['fileStoreListLinks']>,
  ): Call<Json<operations['fileStoreListLinks']>, Codes<operations['fileStoreListLinks']>>;
  /** DELETE /links/{link}. The link serves nothing from then on; downloads that have begun continue. It may be repeated. Only the owner of the file may revoke it. */
  revokeLink(
    link: string | number,
    members?: Members<operations['fileStoreRevokeLink']>,
  ): Call<Json<operations['fileStoreRevokeLink']>, Codes<operations['fileStoreRevokeLink']>>;
  /** GET /links/{link}. No user is needed. An answer with bytes counts against `max_downloads`, but the ranges that one client requests within 10 minutes count as one download; HEAD, 304 and 416 do not count. Answers 410 for a link that has expired, was revoked or is used up, and 503 PREFETCH_REFUSED to a browser that prefetches a link with `max_downloads`. */
  followLink(
    link: string | number,
    members?: Members<operations['fileStoreFollowLink']>,
  ): Call<Response, Codes<operations['fileStoreFollowLink']>>;
  /** POST /files. The body is the content, either raw or as the only file of a form. The type of the file is `mime_type`, the Content-Type, or what the bytes look like, in this order. Fails with 413 FILE_TOO_LARGE beyond `FILE_MAX_BYTES`, with 415 for a Content-Encoding, and with 400 UPLOAD_BROKEN_OFF when the body ends early; then nothing is stored. */
  upload(
    body: RawBody,
    members: Members<operations['fileStoreUpload']>,
  ): Call<Json<operations['fileStoreUpload']>, Codes<operations['fileStoreUpload']>>;
  /** POST /uploads. Creates an upload by tus 1.0; `Location` says where to send its bytes. `Upload-Metadata` says whether it becomes a new file or a version of `file_id`. An upload is forgotten 24 hours after it last made progress. */
  beginUpload(
    members: Members<operations['fileStoreBeginUpload']>,
  ): Call<undefined, Codes<operations['fileStoreBeginUpload']>>;
  /** OPTIONS /uploads */
  uploadOptions(
    members?: Members<operations['fileStoreUploadOptions']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptions']>>;
  /** HEAD /uploads/{id}. `Upload-Offset` is where to continue. After the last byte, `X-File-Id` names the file. */
  uploadOffset(
    id: string | number,
    members?: Members<operations['fileStoreUploadOffset']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOffset']>>;
  /** PATCH /uploads/{id}. `Upload-Offset` must be the number of stored bytes (409 WRONG_OFFSET otherwise). Bytes of a broken request are kept, unless it has an `Upload-Checksum`; continue from the offset that HEAD answers. The answer to the last byte names the file in `X-File-Id`. Of two requests at once the later one wins; the earlier one may be 423 UPLOAD_LOCKED. */
  continueUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreContinueUpload']>,
  ): Call<undefined, Codes<operations['fileStoreContinueUpload']>>;
  /** DELETE /uploads/{id}. Forgets the upload and its bytes. A file that it has become stays. */
  endUpload(
    id: string | number,
    members?: Members<operations['fileStoreEndUpload']>,
  ): Call<undefined, Codes<operations['fileStoreEndUpload']>>;
  /** POST /uploads/{id}. Does what PATCH or DELETE does, for clients that cannot send these methods; `X-HTTP-Method-Override` names the method. */
  overrideUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreOverrideUpload']>,
  ): Call<undefined, Codes<operations['fileStoreOverrideUpload']>>;
  /** OPTIONS /uploads/{id} */
  uploadOptionsOfOne(
    id: string | number,
    members?: Members<operations['fileStoreUploadOptionsOfOne']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptionsOfOne']>>;
}

export interface operations {
  fileStoreShow: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description file_<n> */
            id: string;
            /** @description name of the file */
            name: string;
            /** @description media type, such as image/png */
            mime_type: string;
            /** @description the folder that it is in; empty: the top level */
            parent_id: string;
            /** @description the user who owns it */
            owner_id: string;
            /** @description size of the latest version, bytes */
            size: number;
            /** @description number of the latest version */
            version: number;
            /** @description when it was created, milliseconds since the epoch */
            created_at: number;
            /** @description when its content, name or folder last changed, milliseconds since the epoch */
            updated_at: number;
            /** @description the users with whom the item is shared, each with their permission */
            shared_with: {
              [key: string]: 'read' | 'write';
            };
            /** @description SHA-256 of the latest version, hexadecimal */
            content_hash: string;
          };
        };
      };
      304: {
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUpdate: {
    parameters: {
      query?: {
        /** @description the new media type; unchanged when absent */
        mime_type?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    /** @description the bytes */
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            file: {
              /** @description file_<n> */
              id: string;
              /** @description name of the file */
              name: string;
              /** @description media type, such as image/png */
              mime_type: string;
              /** @description the folder that it is in; empty: the top level */
              parent_id: string;
              /** @description the user who owns it */
              owner_id: string;
              /** @description size of the latest version, bytes */
              size: number;
              /** @description number of the latest version */
              version: number;
              /** @description when it was created, milliseconds since the epoch */
              created_at: number;
              /** @description when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** @description the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreChangeFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description the new name
           */
          name?: string;
          /**
           * Format: id
           * @description id of the new folder; empty: the top level
           */
          parent_id?: string;
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
            file: {
              /** @description file_<n> */
              id: string;
              /** @description name of the file */
              name: string;
              /** @description media type, such as image/png */
              mime_type: string;
              /** @description the folder that it is in; empty: the top level */
              parent_id: string;
              /** @description the user who owns it */
              owner_id: string;
              /** @description size of the latest version, bytes */
              size: number;
              /** @description number of the latest version */
              version: number;
              /** @description when it was created, milliseconds since the epoch */
              created_at: number;
              /** @description when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** @description the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_NOT_FOUND'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListVersions: {
    parameters: {
      query?: {
        /** @description false: leaves the contents out */
        content?: boolean;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description the oldest first */
            versions: {
              /** @description number of the version, from 1 */
              version: number;
              /** @description bytes */
              size: number;
              /** @description when it was uploaded, milliseconds since the epoch */
              created_at: number;
              /** @description SHA-256 of the content, hexadecimal */
              content_hash: string;
              /** @description the content in base64; absent with content=false */
              content?: string;
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
            /** @enum {unknown} */
            code:
              | 'AUTHENTICATION_REQUIRED'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreCreateFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description name of the folder
           */
          name: string;
          /**
           * Format: id
           * @description the user who will own the folder
           */
          owner_id: string;
          /**
           * Format: id
           * @description id of an existing folder; empty: the top level
           * @default
           */
          parent_id?: string;
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
            /** @description folder_<n> */
            id: string;
            /** @description name of the item */
            name: string;
            /** @description the folder that it is in; empty: the top level */
            parent_id: string;
            /** @description the user who owns it */
            owner_id: string;
            /** @description when it was created, milliseconds since the epoch */
            created_at: number;
            /** @description the users with whom the item is shared, each with their permission */
            shared_with: {
              [key: string]: 'read' | 'write';
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
              | 'FOLDER_NOT_FOUND'
              | 'FOLDER_TOO_DEEP'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListChildren: {
    parameters: {
      query?: {
        /** @description only items that this user owns */
        owner_id?: string;
        /** @description most items of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n>, or root: the top level */
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
            /** @description folders first, then files, each by name */
            children: {
              /**
               * @description whether it is a file or a folder
               * @enum {string}
               */
              type: 'file' | 'folder';
              /** @description folder_<n> */
              id: string;
              /** @description name of the item */
              name: string;
              /** @description media type, such as image/png */
              mime_type?: string;
              /** @description the folder that it is in; empty: the top level */
              parent_id: string;
              /** @description the user who owns it */
              owner_id: string;
              /** @description size of the latest version, bytes */
              size?: number;
              /** @description number of the latest version */
              version?: number;
              /** @description when it was created, milliseconds since the epoch */
              created_at: number;
              /** @description when its content, name or folder last changed, milliseconds since the epoch */
              updated_at?: number;
              /** @description the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash?: string;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreShareFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user to share with
           */
          user_id: string;
          /**
           * @description write includes read
           * @enum {string}
           */
          permission: 'read' | 'write';
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
            /** @description whether the item itself is shared with the user now */
            shared: boolean;
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
              | 'FILE_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_SHARES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListFileShares: {
    parameters: {
      query?: {
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description shares of the item itself, then of the folders around it, from the inside out */
            shares: {
              /** @description the user who has access */
              user_id: string;
              /**
               * @description write includes read
               * @enum {string}
               */
              permission: 'read' | 'write';
              /** @description `file` for a share of the file itself, otherwise the id of the shared folder */
              from: string;
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
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUnshareFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
        /** @description the user to stop sharing with */
        user_id: string;
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
            /** @description whether the item itself is shared with the user now */
            shared: boolean;
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
              | 'FILE_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreShareFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: id
           * @description the user to share with
           */
          user_id: string;
          /**
           * @description write includes read
           * @enum {string}
           */
          permission: 'read' | 'write';
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
            /** @description whether the item itself is shared with the user now */
            shared: boolean;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_SHARES'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListFolderShares: {
    parameters: {
      query?: {
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
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
            /** @description shares of the item itself, then of the folders around it, from the inside out */
            shares: {
              /** @description the user who has access */
              user_id: string;
              /**
               * @description write includes read
               * @enum {string}
               */
              permission: 'read' | 'write';
              /** @description `file` for a share of the file itself, otherwise the id of the shared folder */
              from: string;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUnshareFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
        /** @description the user to stop sharing with */
        user_id: string;
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
            /** @description whether the item itself is shared with the user now */
            shared: boolean;
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
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDeleteFolder: {
    parameters: {
      query?: {
        /** @description true: also deletes everything in it */
        recursive?: boolean;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** @description folder_<n> */
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
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'NOT_EMPTY'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreChangeFolder: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** @description folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: text
           * @description the new name
           */
          name?: string;
          /**
           * Format: id
           * @description id of the new folder; empty: the top level
           */
          parent_id?: string;
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
            /** @description folder_<n> */
            id: string;
            /** @description name of the item */
            name: string;
            /** @description the folder that it is in; empty: the top level */
            parent_id: string;
            /** @description the user who owns it */
            owner_id: string;
            /** @description when it was created, milliseconds since the epoch */
            created_at: number;
            /** @description the users with whom the item is shared, each with their permission */
            shared_with: {
              [key: string]: 'read' | 'write';
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
              | 'CYCLE'
              | 'EXPECTATION_FAILED'
              | 'FOLDER_NOT_FOUND'
              | 'FOLDER_TOO_DEEP'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreListTrash: {
    parameters: {
      query?: {
        /** @description owner of the trash; by default the user in X-User-Id */
        owner_id?: string;
        /** @description most entries of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
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
            /** @description the item that was deleted last comes first */
            trash: {
              /** @description file_<n> or folder_<n> */
              id: string;
              /** @description name of the item */
              name: string;
              /**
               * @description whether it is a file or a folder
               * @enum {string}
               */
              type: 'file' | 'folder';
              /** @description when it was deleted, milliseconds since the epoch */
              deleted_at: number;
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> or folder_<n> */
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
            restored: boolean;
            /** @description the folder that it is in now; empty: the top level */
            parent_id: string;
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
              | 'NOT_IN_TRASH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDiscard: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> or folder_<n> */
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
              | 'NOT_IN_TRASH'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreDownload: {
    parameters: {
      query?: {
        /** @description number of a version; the latest when absent */
        version?: number;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
        /** @description ETag of the content that the range belongs to; if it has changed, the whole content is sent */
        'if-range'?: string;
        /** @description one range of bytes: bytes=0-499, bytes=500- or bytes=-500 */
        range?: string;
      };
      path: {
        /** @description file_<n> */
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
          '*/*': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      304: {
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'RANGE_NOT_SATISFIABLE'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORE_UNAVAILABLE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'VERSION_NOT_FOUND';
          };
        };
      };
    };
  };
  fileStoreListLinks: {
    parameters: {
      query?: {
        /** @description most links of the page */
        limit?: number;
        /** @description next_cursor of the page before */
        cursor?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
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
            /** @description in the order in which they were created */
            links: {
              /** @description link_<n> */
              link_id: string;
              /**
               * @description attachment: a browser saves the file; inline: it shows it, only for types that cannot run script
               * @enum {string}
               */
              disposition: 'attachment' | 'inline';
              /** @description most downloads; unlimited when absent */
              max_downloads?: number;
              /** @description downloads counted so far; absent without max_downloads */
              downloads?: number;
              /** @description when the link was created, milliseconds since the epoch */
              created_at: number;
              /** @description when it expires, milliseconds since the epoch */
              expires_at: number;
              /** @description when it was revoked, milliseconds since the epoch; absent if it was not */
              revoked_at?: number;
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
              | 'FILE_NOT_FOUND'
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
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreCreateLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description lifetime of the link, seconds */
          expires_in: number;
          /** @description most downloads; unlimited when absent */
          max_downloads?: number;
          /**
           * @description attachment: a browser saves the file; inline: it shows it, only for types that cannot run script
           * @default attachment
           * @enum {string}
           */
          disposition?: 'attachment' | 'inline';
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
            /** @description link_<n> */
            link_id: string;
            /** @description the address that downloads the file; it cannot be shown again */
            url: string;
            /** @description when the link expires, milliseconds since the epoch */
            expires_at: number;
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
              | 'FILE_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_LINKS'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreFollowLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** @description ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
        /** @description ETag of the content that the range belongs to; if it has changed, the whole content is sent */
        'if-range'?: string;
        /** @description one range of bytes: bytes=0-499, bytes=500- or bytes=-500 */
        range?: string;
      };
      path: {
        /** @description the token to download the file; link_<n> to revoke the link */
        link: string;
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
          '*/*': string;
        };
      };
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      304: {
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
              | 'EXPECTATION_FAILED'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'LINK_EXPIRED'
              | 'LINK_NOT_FOUND'
              | 'LINK_REVOKED'
              | 'LINK_USED_UP'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'PRECONDITION_FAILED'
              | 'PREFETCH_REFUSED'
              | 'RANGE_NOT_SATISFIABLE'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreRevokeLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path: {
        /** @description the token to download the file; link_<n> to revoke the link */
        link: string;
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
            revoked: boolean;
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
              | 'LINK_NOT_FOUND'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUpload: {
    parameters: {
      query: {
        /** @description name of the file; required, unless a form gives a filename */
        name?: string;
        /** @description the user who will own the file */
        owner_id: string;
        /** @description id of an existing folder; empty: the top level */
        parent_id?: string;
        /** @description media type, such as image/png; an empty one counts as absent */
        mime_type?: string;
      };
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description the bytes */
    requestBody: {
      content: {
        'application/octet-stream': string;
        'multipart/form-data': string;
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            file: {
              /** @description file_<n> */
              id: string;
              /** @description name of the file */
              name: string;
              /** @description media type, such as image/png */
              mime_type: string;
              /** @description the folder that it is in; empty: the top level */
              parent_id: string;
              /** @description the user who owns it */
              owner_id: string;
              /** @description size of the latest version, bytes */
              size: number;
              /** @description number of the latest version */
              version: number;
              /** @description when it was created, milliseconds since the epoch */
              created_at: number;
              /** @description when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** @description the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** @description SHA-256 of the latest version, hexadecimal */
              content_hash: string;
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
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreBeginUpload: {
    parameters: {
      query?: never;
      header: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description size of the whole upload, bytes */
        'upload-length': string;
        /** @description what the upload becomes: keys, each followed by a space and its value in base64, separated by commas; name, owner_id, parent_id, mime_type for a new file, file_id and mime_type for a new version */
        'upload-metadata'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
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
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
              | 'FORBIDDEN'
              | 'HEADERS_TOO_LARGE'
              | 'INTERNAL_ERROR'
              | 'INVALID_TOKEN'
              | 'KEYS_UNAVAILABLE'
              | 'MISDIRECTED_REQUEST'
              | 'ORIGIN_NOT_ALLOWED'
              | 'QUOTA_EXCEEDED'
              | 'RATE_LIMITED'
              | 'REQUEST_TIMEOUT'
              | 'SHUTTING_DOWN'
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'BODY_TOO_LARGE'
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
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreOverrideUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description required: the number of bytes that are stored */
        'upload-offset'?: string;
        /** @description sha1 or sha256, a space, and the digest of this body in base64; a body that does not match is 460 */
        'upload-checksum'?: string;
        /** @description required: the method to use instead of POST */
        'x-http-method-override'?: 'PATCH' | 'DELETE';
      };
      path: {
        /** @description id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    /** @description the bytes */
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
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
              | 'CHECKSUM_MISMATCH'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_PIECES'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'UPLOAD_LOCKED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'WRONG_OFFSET';
          };
        };
      };
    };
  };
  fileStoreEndUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** @description id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOptionsOfOne: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
              | 'BODY_TOO_LARGE'
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
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreUploadOffset: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** @description id of the upload: the last part of its `Location` */
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
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED';
          };
        };
      };
    };
  };
  fileStoreContinueUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description the user whose permissions apply; without it the caller may do everything, or, while identity is on, is the `sub` of a user’s token */
        'x-user-id'?: string;
        /** @description the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** @description required: the number of bytes that are stored */
        'upload-offset'?: string;
        /** @description sha1 or sha256, a space, and the digest of this body in base64; a body that does not match is 460 */
        'upload-checksum'?: string;
      };
      path: {
        /** @description id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    /** @description the bytes */
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
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
              | 'CHECKSUM_MISMATCH'
              | 'EXPECTATION_FAILED'
              | 'FILE_NOT_FOUND'
              | 'FILE_TOO_LARGE'
              | 'FOLDER_NOT_FOUND'
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
              | 'STORAGE_FULL'
              | 'STORE_UNAVAILABLE'
              | 'TOO_MANY_PIECES'
              | 'TUS_VERSION_UNSUPPORTED'
              | 'UNSUPPORTED_MEDIA_TYPE'
              | 'UPLOAD_BROKEN_OFF'
              | 'UPLOAD_LOCKED'
              | 'UPLOAD_NOT_FOUND'
              | 'USER_REQUIRED'
              | 'VALIDATION_FAILED'
              | 'WRONG_OFFSET';
          };
        };
      };
    };
  };
}
