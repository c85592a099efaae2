import { Type } from 'typebox';
import { Name } from '#kit/web/schema.ts';
import { videoDetails } from './details.ts';
import { statuses } from './life.ts';
import { cursorPattern } from './list.ts';

/** Most videos in one list. */
export const maxListed = 10_000;

const Title = Name('1 to 256 characters');
const Description = (options?: { default: string }) =>
  Type.String({ maxLength: 65_536, format: 'text', ...options });
const Tag = (description?: string) =>
  Type.String({ maxLength: 256, format: 'text', ...(description && { description }) });
const Tags = (options?: { default: string[] }) => Type.Array(Tag(), { maxItems: 64, ...options });

export const UploadBody = Type.Object({
  title: Title,
  description: Description({ default: '' }),
  tags: Tags({ default: [] }),
  ...videoDetails.members,
});

export const EditBody = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description()),
    tags: Type.Optional(Tags()),
    ...videoDetails.removable,
  },
  { description: 'what is not given stays as it is' },
);

const Status = Type.Enum([...statuses]);
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
  ...videoDetails.members,
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

export const WatchQuery = Type.Object({
  count: Type.Boolean({ default: true, description: 'false reads without counting a view' }),
});

export const Deleted = Type.Object({ deleted: Type.Boolean() });

const listing = {
  tag: Type.Optional(Tag('one of the tags, exactly')),
  status: Type.Optional(Status),
  sort: Type.Enum(['newest', 'views'], {
    default: 'newest',
    description: 'views: most viewed first, ties newest first',
  }),
  limit: Type.Integer({ minimum: 1, maximum: maxListed, default: maxListed }),
  cursor: Type.Optional(
    Type.String({ pattern: cursorPattern, description: 'next_cursor of the page before' }),
  ),
};

export const ListQuery = Type.Object(listing);

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 256,
    format: 'text',
    description: 'up to 256 characters; part of the title, the description or a tag, case aside',
  }),
  ...listing,
});
