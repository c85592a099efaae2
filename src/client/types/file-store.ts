/** Written by `npm run openapi`. */
import type { Call, Codes, Json, JsonBody, Members, RawBody } from '../shapes.ts';

export interface FileStore {
  /**
   * Show the metadata of a file.
   *
   * Answers 304 for an `If-None-Match` that names the current state of the file.
   *
   * `GET /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`
   */
  show(
    id: string | number,
    members?: Members<operations['fileStoreShow']>,
  ): Call<Json<operations['fileStoreShow']> | undefined, Codes<operations['fileStoreShow']>>;
  /**
   * Rename or move a file.
   *
   * Moving takes write permission on the file and on the new folder. Only the owner may move a file to the top level or into a folder of another user's tree. Names need not be unique.
   *
   * `PATCH /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  changeFile(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFile']>,
    members?: Members<operations['fileStoreChangeFile']>,
  ): Call<Json<operations['fileStoreChangeFile']>, Codes<operations['fileStoreChangeFile']>>;
  /**
   * Delete a file.
   *
   * Moves the file to the trash of its owner, or deletes it for good with `FILE_TRASH_DAYS=0`. Only its owner may delete it.
   *
   * `DELETE /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  delete(
    id: string | number,
    members?: Members<operations['fileStoreDelete']>,
  ): Call<Json<operations['fileStoreDelete']>, Codes<operations['fileStoreDelete']>>;
  /**
   * Upload a new version of a file.
   *
   * The body is the content, stored exactly as sent; earlier versions stay. With `If-Match` or `If-None-Match` the version is only added if the condition holds (412 otherwise).
   *
   * `PUT /files/{id}`
   *
   * @param id file_<n>
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `FILE_NOT_FOUND`, `PRECONDITION_FAILED`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  update(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreUpdate']>,
  ): Call<Json<operations['fileStoreUpdate']>, Codes<operations['fileStoreUpdate']>>;
  /**
   * List the versions of a file.
   *
   * The oldest first. With contents in base64, the answer is as large as all versions together, so pass `content=false` unless you need them.
   *
   * `GET /files/{id}/versions`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listVersions(
    id: string | number,
    members?: Members<operations['fileStoreListVersions']>,
  ): Call<Json<operations['fileStoreListVersions']>, Codes<operations['fileStoreListVersions']>>;
  /**
   * Create a folder.
   *
   * Names need not be unique. Folders nest at most 64 deep (409 FOLDER_TOO_DEEP).
   *
   * `POST /folders`
   *
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `FOLDER_TOO_DEEP`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  createFolder(
    body: JsonBody<operations['fileStoreCreateFolder']>,
    members?: Members<operations['fileStoreCreateFolder']>,
  ): Call<Json<operations['fileStoreCreateFolder']>, Codes<operations['fileStoreCreateFolder']>>;
  /**
   * List the contents of a folder.
   *
   * Folders first, then files, each by name. Users who may not read the folder see only what they own or what is shared with them; if that is nothing, the answer is 403, or 404 while identity is on. The top level is never refused.
   *
   * `GET /folders/{id}/children`
   *
   * @param id folder_<n>, or root: the top level
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`
   */
  listChildren(
    id: string | number,
    members?: Members<operations['fileStoreListChildren']>,
  ): Call<Json<operations['fileStoreListChildren']>, Codes<operations['fileStoreListChildren']>>;
  /**
   * Share a file with a user.
   *
   * Gives the user the permission on the file. Sharing again changes the permission. Only its owner may share it, with at most 1,000 users (409 TOO_MANY_SHARES).
   *
   * `POST /files/{id}/share`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `TOO_MANY_SHARES`, `STORAGE_FULL`
   */
  shareFile(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFile']>,
    members?: Members<operations['fileStoreShareFile']>,
  ): Call<Json<operations['fileStoreShareFile']>, Codes<operations['fileStoreShareFile']>>;
  /**
   * List who has access to a file.
   *
   * First the shares of the file itself, then those of the folders around it, from the inside out. Only the owner of the file may list them.
   *
   * `GET /files/{id}/shares`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listFileShares(
    id: string | number,
    members?: Members<operations['fileStoreListFileShares']>,
  ): Call<
    Json<operations['fileStoreListFileShares']>,
    Codes<operations['fileStoreListFileShares']>
  >;
  /**
   * Stop sharing a file with a user.
   *
   * Answers the same when the file was not shared with the user. Permissions that come from a folder around it stay. Only its owner may do this.
   *
   * `DELETE /files/{id}/share/{user_id}`
   *
   * @param id file_<n>
   * @param user_id the user to stop sharing with
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `STORAGE_FULL`
   */
  unshareFile(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFile']>,
  ): Call<Json<operations['fileStoreUnshareFile']>, Codes<operations['fileStoreUnshareFile']>>;
  /**
   * Share a folder with a user.
   *
   * Gives the user the permission on the folder and everything in it. Sharing again changes the permission. Only its owner may share it, with at most 1,000 users (409 TOO_MANY_SHARES).
   *
   * `POST /folders/{id}/share`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `TOO_MANY_SHARES`, `STORAGE_FULL`
   */
  shareFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreShareFolder']>,
    members?: Members<operations['fileStoreShareFolder']>,
  ): Call<Json<operations['fileStoreShareFolder']>, Codes<operations['fileStoreShareFolder']>>;
  /**
   * List who has access to a folder.
   *
   * First the shares of the folder itself, then those of the folders around it, from the inside out. Only the owner of the folder may list them.
   *
   * `GET /folders/{id}/shares`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`
   */
  listFolderShares(
    id: string | number,
    members?: Members<operations['fileStoreListFolderShares']>,
  ): Call<
    Json<operations['fileStoreListFolderShares']>,
    Codes<operations['fileStoreListFolderShares']>
  >;
  /**
   * Stop sharing a folder with a user.
   *
   * Answers the same when the folder was not shared with the user. Permissions that come from a folder around it stay. Only its owner may do this.
   *
   * `DELETE /folders/{id}/share/{user_id}`
   *
   * @param id folder_<n>
   * @param user_id the user to stop sharing with
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `STORAGE_FULL`
   */
  unshareFolder(
    id: string | number,
    user_id: string | number,
    members?: Members<operations['fileStoreUnshareFolder']>,
  ): Call<Json<operations['fileStoreUnshareFolder']>, Codes<operations['fileStoreUnshareFolder']>>;
  /**
   * Rename or move a folder.
   *
   * Moves everything in it at once; shares of the old parents end for it, and those of the new ones apply. Fails with 409 CYCLE for a move into itself or into one of its own subfolders, and with 409 FOLDER_TOO_DEEP beyond 64 levels.
   *
   * `PATCH /folders/{id}`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `CYCLE`, `FOLDER_TOO_DEEP`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  changeFolder(
    id: string | number,
    body: JsonBody<operations['fileStoreChangeFolder']>,
    members?: Members<operations['fileStoreChangeFolder']>,
  ): Call<Json<operations['fileStoreChangeFolder']>, Codes<operations['fileStoreChangeFolder']>>;
  /**
   * Delete a folder.
   *
   * Moves the folder and everything in it to the trash of its owner as one item, or deletes it for good with `FILE_TRASH_DAYS=0`. Fails with 409 NOT_EMPTY unless the folder is empty or `recursive` is given. Only its owner may delete it.
   *
   * `DELETE /folders/{id}`
   *
   * @param id folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `NOT_EMPTY`, `PRECONDITION_FAILED`, `STORAGE_FULL`
   */
  deleteFolder(
    id: string | number,
    members?: Members<operations['fileStoreDeleteFolder']>,
  ): Call<Json<operations['fileStoreDeleteFolder']>, Codes<operations['fileStoreDeleteFolder']>>;
  /**
   * List the trash of a user.
   *
   * The item that was deleted last comes first. A user sees only their own trash.
   *
   * `GET /trash`
   *
   * @throws {HawkerError} `USER_REQUIRED`
   */
  listTrash(
    members?: Members<operations['fileStoreListTrash']>,
  ): Call<Json<operations['fileStoreListTrash']>, Codes<operations['fileStoreListTrash']>>;
  /**
   * Restore an item from the trash.
   *
   * The item goes back to its folder. It goes to the top level instead if that folder is gone, if the item no longer fits there, or if its owner may no longer write there; the answer says where it is. Fails with 404 NOT_IN_TRASH when the item was never deleted or its days in the trash are over.
   *
   * `POST /trash/{id}/restore`
   *
   * @param id file_<n> or folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `NOT_IN_TRASH`, `STORAGE_FULL`
   */
  restore(
    id: string | number,
    members?: Members<operations['fileStoreRestore']>,
  ): Call<Json<operations['fileStoreRestore']>, Codes<operations['fileStoreRestore']>>;
  /**
   * Delete an item in the trash for good.
   *
   * `DELETE /trash/{id}`
   *
   * @param id file_<n> or folder_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `NOT_IN_TRASH`, `STORAGE_FULL`
   */
  discard(
    id: string | number,
    members?: Members<operations['fileStoreDiscard']>,
  ): Call<Json<operations['fileStoreDiscard']>, Codes<operations['fileStoreDiscard']>>;
  /**
   * Download the content of a file.
   *
   * The latest version, or the one given by `version`, as an attachment. Supports one range (206) and conditional requests (304, 412); the `ETag` is the hash of the content.
   *
   * `GET /files/{id}/download`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `VERSION_NOT_FOUND`, `PRECONDITION_FAILED`, `RANGE_NOT_SATISFIABLE`
   */
  download(
    id: string | number,
    members?: Members<operations['fileStoreDownload']>,
  ): Call<Response, Codes<operations['fileStoreDownload']>>;
  /**
   * Create a download link for a file.
   *
   * Anybody who has the address can download the latest version, without a user. The address is shown only in this answer. Only the owner of the file may create links; a file has at most 1,000 active ones (409 TOO_MANY_LINKS).
   *
   * `POST /files/{id}/links`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `TOO_MANY_LINKS`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  createLink(
    id: string | number,
    body: JsonBody<operations['fileStoreCreateLink']>,
    members?: Members<operations['fileStoreCreateLink']>,
  ): Call<Json<operations['fileStoreCreateLink']>, Codes<operations['fileStoreCreateLink']>>;
  /**
   * List the links of a file.
   *
   * In the order in which they were created, without their addresses. Only the owner of the file may list them.
   *
   * `GET /files/{id}/links`
   *
   * @param id file_<n>
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`
   */
  listLinks(
    id: string | number,
    members?: Members<operations['fileStoreListLinks']>,
  ): Call<Json<operations['fileStoreListLinks']>, Codes<operations['fileStoreListLinks']>>;
  /**
   * Revoke a download link.
   *
   * The link stops working at once; downloads that have begun continue. Repeating it is safe. Only the owner of the file may revoke it.
   *
   * `DELETE /links/{link}`
   *
   * @param link the token when downloading the file; link_<n> when revoking the link
   * @throws {HawkerError} `USER_REQUIRED`, `LINK_NOT_FOUND`, `STORAGE_FULL`
   */
  revokeLink(
    link: string | number,
    members?: Members<operations['fileStoreRevokeLink']>,
  ): Call<Json<operations['fileStoreRevokeLink']>, Codes<operations['fileStoreRevokeLink']>>;
  /**
   * Download a file by its link.
   *
   * No user is needed. An answer with bytes counts against `max_downloads`, but the ranges that one client requests within 10 minutes count as one download; HEAD, 304 and 416 do not count. Answers 410 for a link that has expired, was revoked or is used up, and 503 PREFETCH_REFUSED to a browser that prefetches a link with `max_downloads`.
   *
   * `GET /links/{link}`
   *
   * @param link the token when downloading the file; link_<n> when revoking the link
   * @throws {HawkerError} `LINK_NOT_FOUND`, `LINK_EXPIRED`, `LINK_USED_UP`, `LINK_REVOKED`, `PRECONDITION_FAILED`, `RANGE_NOT_SATISFIABLE`, `PREFETCH_REFUSED`, `STORAGE_FULL`
   */
  followLink(
    link: string | number,
    members?: Members<operations['fileStoreFollowLink']>,
  ): Call<Response, Codes<operations['fileStoreFollowLink']>>;
  /**
   * Upload a new file.
   *
   * The body is the content, either raw or as the only file of a form. The type of the file is `mime_type`, the Content-Type, or what the bytes look like, in this order. Fails with 413 FILE_TOO_LARGE beyond `FILE_MAX_BYTES`, with 415 for a Content-Encoding, and with 400 UPLOAD_BROKEN_OFF when the body ends early; then nothing is stored.
   *
   * `POST /files`
   *
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `FOLDER_NOT_FOUND`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  upload(
    body: RawBody,
    members: Members<operations['fileStoreUpload']>,
  ): Call<Json<operations['fileStoreUpload']>, Codes<operations['fileStoreUpload']>>;
  /**
   * Begin a resumable upload.
   *
   * Creates an upload by tus 1.0; `Location` says where to send its bytes. `Upload-Metadata` says whether it becomes a new file or a version of `file_id`. An upload is forgotten 24 hours after it last made progress.
   *
   * `POST /uploads`
   *
   * @throws {HawkerError} `USER_REQUIRED`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `RATE_LIMITED`, `QUOTA_EXCEEDED`, `STORAGE_FULL`
   */
  beginUpload(
    members: Members<operations['fileStoreBeginUpload']>,
  ): Call<undefined, Codes<operations['fileStoreBeginUpload']>>;
  /**
   * Show which tus extensions are supported.
   *
   * `OPTIONS /uploads`
   */
  uploadOptions(
    members?: Members<operations['fileStoreUploadOptions']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOptions']>>;
  /**
   * Show how far an upload has come.
   *
   * `Upload-Offset` is where to continue. After the last byte, `X-File-Id` names the file.
   *
   * `HEAD /uploads/{id}`
   *
   * @param id id of the upload: the last part of its `Location`
   * @throws {HawkerError} `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`
   */
  uploadOffset(
    id: string | number,
    members?: Members<operations['fileStoreUploadOffset']>,
  ): Call<undefined, Codes<operations['fileStoreUploadOffset']>>;
  /**
   * Send more bytes of an upload.
   *
   * `Upload-Offset` must be the number of stored bytes (409 WRONG_OFFSET otherwise). Bytes of a broken request are kept, unless it has an `Upload-Checksum`; continue from the offset that HEAD returns. The answer to the last byte names the file in `X-File-Id`. If two requests run at once, the later one wins, and the earlier one may get 423 UPLOAD_LOCKED.
   *
   * `PATCH /uploads/{id}`
   *
   * @param id id of the upload: the last part of its `Location`
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `WRONG_OFFSET`, `TOO_MANY_PIECES`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `UPLOAD_LOCKED`, `CHECKSUM_MISMATCH`, `STORAGE_FULL`
   */
  continueUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreContinueUpload']>,
  ): Call<undefined, Codes<operations['fileStoreContinueUpload']>>;
  /**
   * Cancel an upload.
   *
   * Forgets the upload and its bytes. If the upload has already become a file, the file stays.
   *
   * `DELETE /uploads/{id}`
   *
   * @param id id of the upload: the last part of its `Location`
   * @throws {HawkerError} `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `TUS_VERSION_UNSUPPORTED`, `STORAGE_FULL`
   */
  endUpload(
    id: string | number,
    members?: Members<operations['fileStoreEndUpload']>,
  ): Call<undefined, Codes<operations['fileStoreEndUpload']>>;
  /**
   * Continue or cancel an upload by POST.
   *
   * Does what PATCH or DELETE does, for clients that cannot send these methods; `X-HTTP-Method-Override` names the method.
   *
   * `POST /uploads/{id}`
   *
   * @param id id of the upload: the last part of its `Location`
   * @throws {HawkerError} `UPLOAD_BROKEN_OFF`, `USER_REQUIRED`, `UPLOAD_NOT_FOUND`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`, `WRONG_OFFSET`, `TOO_MANY_PIECES`, `TUS_VERSION_UNSUPPORTED`, `FILE_TOO_LARGE`, `UPLOAD_LOCKED`, `CHECKSUM_MISMATCH`, `STORAGE_FULL`
   */
  overrideUpload(
    id: string | number,
    body: RawBody,
    members?: Members<operations['fileStoreOverrideUpload']>,
  ): Call<undefined, Codes<operations['fileStoreOverrideUpload']>>;
  /**
   * Show which extensions an upload supports.
   *
   * `OPTIONS /uploads/{id}`
   *
   * @param id id of the upload: the last part of its `Location`
   */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
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
            /** file_<n> */
            id: string;
            /** name of the file */
            name: string;
            /** media type, such as image/png */
            mime_type: string;
            /** the folder that it is in; empty: the top level */
            parent_id: string;
            /** the user who owns it */
            owner_id: string;
            /** size of the latest version, bytes */
            size: number;
            /** number of the latest version */
            version: number;
            /** when it was created, milliseconds since the epoch */
            created_at: number;
            /** when its content, name or folder last changed, milliseconds since the epoch */
            updated_at: number;
            /** the users with whom the item is shared, each with their permission */
            shared_with: {
              [key: string]: 'read' | 'write';
            };
            /** SHA-256 of the latest version, hexadecimal */
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
        /** the new media type; unchanged when absent */
        mime_type?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    /** the bytes */
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
              /** file_<n> */
              id: string;
              /** name of the file */
              name: string;
              /** media type, such as image/png */
              mime_type: string;
              /** the folder that it is in; empty: the top level */
              parent_id: string;
              /** the user who owns it */
              owner_id: string;
              /** size of the latest version, bytes */
              size: number;
              /** number of the latest version */
              version: number;
              /** when it was created, milliseconds since the epoch */
              created_at: number;
              /** when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the new name */
          name?: string;
          /** id of the new folder; empty: the top level */
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
              /** file_<n> */
              id: string;
              /** name of the file */
              name: string;
              /** media type, such as image/png */
              mime_type: string;
              /** the folder that it is in; empty: the top level */
              parent_id: string;
              /** the user who owns it */
              owner_id: string;
              /** size of the latest version, bytes */
              size: number;
              /** number of the latest version */
              version: number;
              /** when it was created, milliseconds since the epoch */
              created_at: number;
              /** when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** false: leaves the contents out */
        content?: boolean;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** the oldest first */
            versions: {
              /** number of the version, from 1 */
              version: number;
              /** bytes */
              size: number;
              /** when it was uploaded, milliseconds since the epoch */
              created_at: number;
              /** SHA-256 of the content, hexadecimal */
              content_hash: string;
              /** the content in base64; absent with content=false */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** name of the folder */
          name: string;
          /** the user who will own the folder */
          owner_id: string;
          /**
           * id of an existing folder; empty: the top level
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
            /** folder_<n> */
            id: string;
            /** name of the item */
            name: string;
            /** the folder that it is in; empty: the top level */
            parent_id: string;
            /** the user who owns it */
            owner_id: string;
            /** when it was created, milliseconds since the epoch */
            created_at: number;
            /** the users with whom the item is shared, each with their permission */
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
        /** only items that this user owns */
        owner_id?: string;
        /** maximum number of items per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n>, or root: the top level */
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
            /** folders first, then files, each by name */
            children: {
              /** whether it is a file or a folder */
              type: 'file' | 'folder';
              /** folder_<n> */
              id: string;
              /** name of the item */
              name: string;
              /** media type, such as image/png */
              mime_type?: string;
              /** the folder that it is in; empty: the top level */
              parent_id: string;
              /** the user who owns it */
              owner_id: string;
              /** size of the latest version, bytes */
              size?: number;
              /** number of the latest version */
              version?: number;
              /** when it was created, milliseconds since the epoch */
              created_at: number;
              /** when its content, name or folder last changed, milliseconds since the epoch */
              updated_at?: number;
              /** the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
              content_hash?: string;
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the user to share with */
          user_id: string;
          /** write includes read */
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
            /** whether the item itself is shared with the user now */
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
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** shares of the item itself, then of the folders around it, from the inside out */
            shares: {
              /** the user who has access */
              user_id: string;
              /** write includes read */
              permission: 'read' | 'write';
              /** `file` for a share of the file itself, otherwise the id of the shared folder */
              from: string;
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
        /** the user to stop sharing with */
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
            /** whether the item itself is shared with the user now */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the user to share with */
          user_id: string;
          /** write includes read */
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
            /** whether the item itself is shared with the user now */
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
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
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
            /** shares of the item itself, then of the folders around it, from the inside out */
            shares: {
              /** the user who has access */
              user_id: string;
              /** write includes read */
              permission: 'read' | 'write';
              /** `file` for a share of the file itself, otherwise the id of the shared folder */
              from: string;
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** folder_<n> */
        id: string;
        /** the user to stop sharing with */
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
            /** whether the item itself is shared with the user now */
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
        /** true: also deletes everything in it */
        recursive?: boolean;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** folder_<n> */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the item must not have, or * for any; 412 otherwise */
        'if-none-match'?: string;
      };
      path: {
        /** folder_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** the new name */
          name?: string;
          /** id of the new folder; empty: the top level */
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
            /** folder_<n> */
            id: string;
            /** name of the item */
            name: string;
            /** the folder that it is in; empty: the top level */
            parent_id: string;
            /** the user who owns it */
            owner_id: string;
            /** when it was created, milliseconds since the epoch */
            created_at: number;
            /** the users with whom the item is shared, each with their permission */
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
        /** owner of the trash; by default the user in X-User-Id */
        owner_id?: string;
        /** maximum number of entries per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
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
            /** the item that was deleted last comes first */
            trash: {
              /** file_<n> or folder_<n> */
              id: string;
              /** name of the item */
              name: string;
              /** whether it is a file or a folder */
              type: 'file' | 'folder';
              /** when it was deleted, milliseconds since the epoch */
              deleted_at: number;
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> or folder_<n> */
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
            restored: boolean;
            /** the folder that it is in now; empty: the top level */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> or folder_<n> */
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
        /** number of a version; the latest when absent */
        version?: number;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
        /** ETag of the content that the range belongs to; if it has changed, the whole content is sent */
        'if-range'?: string;
        /** one range of bytes: bytes=0-499, bytes=500- or bytes=-500 */
        range?: string;
      };
      path: {
        /** file_<n> */
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
        /** maximum number of links per page */
        limit?: number;
        /** next_cursor of the previous page */
        cursor?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
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
            /** in the order in which they were created */
            links: {
              /** link_<n> */
              link_id: string;
              /** attachment: a browser saves the file; inline: a browser shows the file if its type cannot run scripts */
              disposition: 'attachment' | 'inline';
              /** maximum number of downloads; unlimited when absent */
              max_downloads?: number;
              /** downloads counted so far; absent without max_downloads */
              downloads?: number;
              /** when the link was created, milliseconds since the epoch */
              created_at: number;
              /** when it expires, milliseconds since the epoch */
              expires_at: number;
              /** when it was revoked, milliseconds since the epoch; absent if it was not */
              revoked_at?: number;
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** file_<n> */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** lifetime of the link, seconds */
          expires_in: number;
          /** maximum number of downloads; unlimited when absent */
          max_downloads?: number;
          /**
           * attachment: a browser saves the file; inline: a browser shows the file if its type cannot run scripts
           * @default attachment
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
            /** link_<n> */
            link_id: string;
            /** the address that downloads the file; it cannot be shown again */
            url: string;
            /** when the link expires, milliseconds since the epoch */
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
        /** ETags, one of which the item must have, or * for any; 412 otherwise */
        'if-match'?: string;
        /** ETags that the client already has; 304 if the item has one of them */
        'if-none-match'?: string;
        /** ETag of the content that the range belongs to; if it has changed, the whole content is sent */
        'if-range'?: string;
        /** one range of bytes: bytes=0-499, bytes=500- or bytes=-500 */
        range?: string;
      };
      path: {
        /** the token when downloading the file; link_<n> when revoking the link */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path: {
        /** the token when downloading the file; link_<n> when revoking the link */
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
            /** always true */
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
        /** name of the file; required, unless a form gives a filename */
        name?: string;
        /** the user who will own the file */
        owner_id: string;
        /** id of an existing folder; empty: the top level */
        parent_id?: string;
        /** media type, such as image/png; an empty one counts as absent */
        mime_type?: string;
      };
      header?: {
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** the bytes */
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
              /** file_<n> */
              id: string;
              /** name of the file */
              name: string;
              /** media type, such as image/png */
              mime_type: string;
              /** the folder that it is in; empty: the top level */
              parent_id: string;
              /** the user who owns it */
              owner_id: string;
              /** size of the latest version, bytes */
              size: number;
              /** number of the latest version */
              version: number;
              /** when it was created, milliseconds since the epoch */
              created_at: number;
              /** when its content, name or folder last changed, milliseconds since the epoch */
              updated_at: number;
              /** the users with whom the item is shared, each with their permission */
              shared_with: {
                [key: string]: 'read' | 'write';
              };
              /** SHA-256 of the latest version, hexadecimal */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** size of the whole upload, bytes */
        'upload-length': string;
        /** what the upload becomes: keys, each followed by a space and its value in base64, separated by commas; name, owner_id, parent_id, mime_type for a new file, file_id and mime_type for a new version */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** required: the number of bytes that are stored */
        'upload-offset'?: string;
        /** sha1 or sha256, a space, and the digest of this body in base64; a body that does not match is 460 */
        'upload-checksum'?: string;
        /** required: the method to use instead of POST */
        'x-http-method-override'?: 'PATCH' | 'DELETE';
      };
      path: {
        /** id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    /** the bytes */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** id of the upload: the last part of its `Location` */
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
        /** id of the upload: the last part of its `Location` */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
      };
      path: {
        /** id of the upload: the last part of its `Location` */
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
        /** the user whose permissions apply; when absent, this is the `sub` of a user’s token while identity is on, otherwise the caller may do everything */
        'x-user-id'?: string;
        /** the version of tus, required: 1.0.0; anything else is 412 */
        'tus-resumable'?: string;
        /** required: the number of bytes that are stored */
        'upload-offset'?: string;
        /** sha1 or sha256, a space, and the digest of this body in base64; a body that does not match is 460 */
        'upload-checksum'?: string;
      };
      path: {
        /** id of the upload: the last part of its `Location` */
        id: string;
      };
      cookie?: never;
    };
    /** the bytes */
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
