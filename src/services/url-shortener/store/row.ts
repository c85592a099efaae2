/** A row of the table `link`, as both stores have it. */
import type { LinkDetails } from '../details.ts';
import type { Link } from '../link.ts';

export interface Row {
  readonly id: number;
  readonly code: string;
  readonly url: string;
  readonly created_at: number;
  readonly not_before: number | null;
  readonly expires_at: number | null;
  readonly max_clicks: number | null;
  readonly clicks: number;
  readonly disabled: boolean;
  readonly tags: readonly string[];
  readonly details: LinkDetails;
}

const noTags: readonly string[] = [];

export function toLink(row: Row): Link {
  return {
    id: row.id,
    code: row.code,
    url: row.url,
    createdAt: row.created_at,
    notBefore: row.not_before,
    expiresAt: row.expires_at,
    maxClicks: row.max_clicks,
    clicks: row.clicks,
    isDisabled: row.disabled,
    // Most links have none.
    tags: row.tags.length === 0 ? noTags : row.tags,
    details: row.details,
  };
}
