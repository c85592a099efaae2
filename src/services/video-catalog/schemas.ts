import { Type } from 'typebox';
import { Name } from '#kit/web/schema.ts';
import { videoDetails } from './details.ts';
import { statuses } from './life.ts';
import { cursorPattern } from './list.ts';

/** The maximum number of videos in one list. */
export const maxListed = 10_000;

const Title = Name('title of the video, 1–256 characters');
const Description = (options?: { default: string }) =>
  Type.String({
    maxLength: 65_536,
    format: 'text',
    description: 'description of the video',
    ...options,
  });
const Tag = (description?: string) =>
  Type.String({ maxLength: 256, format: 'text', ...(description && { description }) });
const Tags = (options?: { default: string[] }) =>
  Type.Array(Tag(), { maxItems: 64, description: 'tags for lists and searches', ...options });

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
  { description: 'members that are absent stay as they are' },
);

const Status = Type.Enum([...statuses], { description: 'the processing state of the video' });
const UploadedAt = Type.Integer({ description: 'when it was added, milliseconds since the epoch' });
const VideoId = Type.String({ description: 'vid_<n>, with n counted from 1' });

export const Uploaded = Type.Object({
  video: Type.Object({
    id: VideoId,
    title: Type.String({ description: 'title of the video' }),
    status: Status,
    uploaded_at: UploadedAt,
  }),
});

export const Video = Type.Object({
  id: VideoId,
  title: Type.String({ description: 'title of the video' }),
  description: Type.String({ description: 'description of the video' }),
  tags: Type.Array(Type.String(), { description: 'tags of the video' }),
  status: Status,
  duration_secs: Type.Integer({
    description: 'duration, 10–609 seconds; 0 until the video is ready',
  }),
  view_count: Type.Integer({ description: 'views counted so far' }),
  uploaded_at: UploadedAt,
  ...videoDetails.members,
});

export const VideoResult = Type.Object({ video: Video });

export const VideoList = Type.Object({
  videos: Type.Array(Video, { description: 'one page, in the requested order' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});

// No pattern: a path that cannot be an id is an unknown video (404), not an invalid one (400).
export const VideoParams = Type.Object({ id: VideoId });

export const WatchQuery = Type.Object({
  count: Type.Boolean({ default: true, description: 'false: does not count a view' }),
});

export const Deleted = Type.Object({ deleted: Type.Boolean({ description: 'always true' }) });

const listing = {
  tag: Type.Optional(Tag('only videos with exactly this tag')),
  status: Type.Optional(Type.Enum([...statuses], { description: 'only videos with this status' })),
  sort: Type.Enum(['newest', 'views'], {
    default: 'newest',
    description:
      'newest: the newest first; views: the most viewed first, with the newest first among equals',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: maxListed,
    default: maxListed,
    description: 'maximum number of videos per page',
  }),
  cursor: Type.Optional(
    Type.String({
      pattern: cursorPattern,
      description: 'next_cursor of the previous page, with the same sort',
    }),
  ),
};

export const ListQuery = Type.Object(listing);

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 256,
    format: 'text',
    description: 'text to find, up to 256 characters; ignores case',
  }),
  ...listing,
});
