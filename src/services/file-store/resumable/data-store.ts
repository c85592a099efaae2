/** The library's store of uploads, over our record and contents, for one request. */
import { DataStore, Upload as TusUpload } from '@tus/server';
import type { Readable } from 'node:stream';
import type { Caller } from '#kit/web/identity/caller.ts';
import { common } from '#kit/web/problem.ts';
import type { User } from '../access/access.ts';
import { refuse } from '../errors.ts';
import type { Upload } from '../store/uploads.ts';
import type { QuotaContext } from '../uploads/upload.ts';
import type { SentBody } from './body.ts';
import type { Checksum } from './checksum.ts';
import { uploadLifetimeMs } from './lifetime.ts';
import { authorizeTarget, readTarget } from './target.ts';
import { writeUpload } from './write.ts';

interface UploadRequest {
  readonly user: User;
  /** Whose quota holds. */
  readonly caller: Caller;
  /** `Upload-Metadata` as it came. */
  readonly metadata: string;
  readonly checksum: Checksum | undefined;
  readonly body: SentBody | undefined;
}

/** As `newId` makes it. */
const uploadId = /^upload_[\w-]{31}$/;

export class UploadDataStore extends DataStore {
  // `expiration` is ours: the library would ask its own clock, and count from the beginning.
  override extensions = ['creation', 'termination'];
  /** The upload that the request is about, once it is known. */
  upload: Upload | undefined;
  readonly #context: QuotaContext;
  readonly #request: UploadRequest;

  constructor(context: QuotaContext, request: UploadRequest) {
    super();
    this.#context = context;
    this.#request = request;
  }

  override async create(made: TusUpload): Promise<TusUpload> {
    const { files, quotas, clock } = this.#context;
    const { user, caller, metadata } = this.#request;
    const target = readTarget(made.metadata ?? {}, user);
    const owner = await authorizeTarget(files, user, target);
    const { id, size: length = 0 } = made;
    const upload = { id, uploader: user?.id ?? owner, length, metadata, target };
    const expires_at = clock() + uploadLifetimeMs;
    // Its whole length counts from now on, whatever of it comes: finishing it adds nothing.
    await quotas.add({ caller, ownerId: owner }, length, async () => {
      quotas.uploads.take(caller);
      await files.createUpload(upload, expires_at);
    });
    this.upload = { ...upload, received: 0, expires_at, file_id: null };
    return made;
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const { length: size, received: offset } = await this.#find(id);
    return new TusUpload({ id, size, offset });
  }

  override async write(stream: Readable, id: string, _offset: number): Promise<number> {
    const upload = this.upload ?? (await this.#find(id));
    if (upload.file_id !== null) return upload.length;
    const { files, clock } = this.#context;
    const { checksum, body, user } = this.#request;
    await authorizeTarget(files, user, upload.target);
    const by = user?.id;
    const isBroken = () => body?.isBroken ?? false;
    const written = await writeUpload(this.#context, upload, { stream, checksum, by, isBroken });
    const { received, file } = written;
    const expires_at = clock() + uploadLifetimeMs;
    this.upload = { ...upload, received, expires_at, file_id: file?.id ?? null };
    return received;
  }

  override async remove(id: string): Promise<void> {
    await this.#find(id);
    await this.#context.files.endUpload(id);
    this.upload = undefined;
  }

  /** @throws Refusal UPLOAD_NOT_FOUND, also for what is hidden; FORBIDDEN, STORE_UNAVAILABLE */
  async #find(id: string): Promise<Upload> {
    const { files, clock } = this.#context;
    const { user } = this.#request;
    const upload = uploadId.test(id) ? await files.findUpload(id, clock()) : undefined;
    if (!upload) throw refuse.UPLOAD_NOT_FOUND();
    if (user !== undefined && user.id !== upload.uploader) {
      throw user.hides
        ? refuse.UPLOAD_NOT_FOUND()
        : common.FORBIDDEN('only the user who began the upload may continue it');
    }
    this.upload = upload;
    return upload;
  }
}
