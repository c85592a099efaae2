import { Type } from 'typebox';
import { Name } from '#kit/web/schema.ts';
import { videoIds } from './view.ts';

/** Most videos in one list. */
export const maxListed = 10_000;

export const UploadBody = Type.Object({
  title: Name('1 to 256 characters'),
  description: Type.String({ maxLength: 65_536, format: 'text', default: '' }),
  tags: Type.Array(Type.String({ maxLength: 256, format: 'text' }), { maxItems: 64, default: [] }),
});

const Status = Type.String({ enum: ['uploading', 'processing', 'ready'] });
const UploadedAt = Type.Integer({ description: 'creation instant, milliseconds since the epoch' });
const VideoId = Type.String({ description: 'vid_<n>, n counted from 1' });

export const Uploaded = Type.Object({
  video: Type.Object({
    id: VideoId,
    title: Type.String(),
    status: Status,
    uploaded_at: UploadedAt,
  }),
});

export const Video = Type.Object({
  id: VideoId,
  title: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String()),
  status: Status,
  duration_secs: Type.Integer({ description: '10 to 609; 0 until the video is ready' }),
  view_count: Type.Integer(),
  uploaded_at: UploadedAt,
});

export const VideoResult = Type.Object({ video: Video });

export const VideoList = Type.Object({
  videos: Type.Array(Video),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; missing on the last one' }),
  ),
});

// No pattern: a path that cannot be an id is an unknown video (404), not an invalid one (400).
export const VideoParams = Type.Object({ id: VideoId });

const paging = {
  limit: Type.Integer({ minimum: 1, maximum: maxListed, default: maxListed }),
  cursor: Type.Optional(
    Type.String({ pattern: videoIds.pattern, description: 'next_cursor of the page before' }),
  ),
};

export const ListQuery = Type.Object(paging);

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 256,
    format: 'text',
    description: 'up to 256 characters; part of the title, the description or a tag, case aside',
  }),
  ...paging,
});
