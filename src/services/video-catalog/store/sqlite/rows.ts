import { Type } from 'typebox';
import { readDetails } from '#kit/web/details.ts';
import { storedJson } from '#kit/web/schema.ts';
import type { Selection, VideoRecord } from '../video-catalog-store.ts';

/** A video as a statement yields it. */
export interface Row extends Omit<VideoRecord, 'tags' | 'details'> {
  readonly tags: string;
  readonly details: string;
}

export const columns = `n, title, description, tags, details, created_at AS createdAt,
  uploaded_at AS uploadedAt, duration_secs AS durationSecs, view_count AS viewCount`;

const readTags = storedJson('tags of a video', Type.Array(Type.String()));

export const toRecord = (row: Row): VideoRecord => ({
  ...row,
  tags: readTags(row.tags),
  details: readDetails(row.details),
});

/** Whether a video is selected; the first parameters of a statement are `selected(selection)`. */
export const isSelected = `(?1 = '' OR instr(searched, ?1) > 0)
  AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?2))
  AND created_at > ?3 AND created_at <= ?4`;

export const selected = ({ query, tag, created: { after, until } }: Selection) =>
  [query, tag ?? null, after, until] as const;
