import { Type } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { UserHeaders } from '../schemas.ts';

export { Bytes } from '../schemas.ts';

export const UploadParams = Type.Object({
  id: Type.String({
    description: 'id of the upload: the last part of its `Location`',
    maxLength: 128,
  }),
});

const bytes = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,15})$', description });

export const TusHeaders = Type.Object({
  ...UserHeaders.properties,
  'tus-resumable': Type.Optional(
    Type.String({ description: 'the version of tus, required: 1.0.0; anything else is 412' }),
  ),
});

export const CreateHeaders = Type.Object({
  ...TusHeaders.properties,
  'upload-length': bytes('size of the whole upload, bytes'),
  'upload-metadata': Type.Optional(
    Type.String({
      description:
        'what the upload becomes: keys, each followed by a space and its value in base64, separated by commas; name, owner_id, parent_id, mime_type for a new file, file_id and mime_type for a new version',
    }),
  ),
});

export const PatchHeaders = Type.Object({
  ...TusHeaders.properties,
  'upload-offset': Type.Optional(bytes('required: the number of bytes that are stored')),
  'upload-checksum': Type.Optional(
    Type.String({
      description:
        'sha1 or sha256, a space, and the digest of this body in base64; a body that does not match is 460',
    }),
  ),
});

export const OverrideHeaders = Type.Object({
  ...PatchHeaders.properties,
  'x-http-method-override': Type.Optional(
    Type.Unsafe<'PATCH' | 'DELETE'>({
      type: 'string',
      enum: ['PATCH', 'DELETE'],
      description: 'required: the method to use instead of POST',
    }),
  ),
});

export const UploadBegun = Type.Null({
  description: 'The upload can begin',
  headers: headersOfAnswer('Location', 'Upload-Expires', 'X-File-Id'),
});
export const UploadState = Type.Null({
  description: 'How many bytes of the upload are stored',
  headers: headersOfAnswer(
    'Upload-Offset',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Expires',
    'X-File-Id',
  ),
});
export const UploadContinued = Type.Null({
  description: 'The bytes are stored durably',
  headers: headersOfAnswer('Upload-Offset', 'Upload-Expires', 'X-File-Id'),
});
export const UploadEnded = Type.Null({ description: 'The upload is forgotten' });
export const Options = Type.Null({
  description: 'The supported parts of tus',
  headers: headersOfAnswer(
    'Tus-Version',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Checksum-Algorithm',
  ),
});
