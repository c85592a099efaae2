/** The rows of digests, alike in both stores: which window a draft joins, and what goes out at its end. */
import { createHash } from 'node:crypto';
import type { Draft, Joining, Step } from '../notification.ts';
import { decideJoining } from '../rules/decide.ts';
import { digestText } from '../rules/digest-text.ts';
import { notificationIds, type DigestItem } from '../schemas.ts';
import { jsonOf, parseExtra, parseRecipient, traceText, type Entry, type Extra } from './row.ts';

/** A row that becomes part of a digest. */
export interface JoinedRow {
  readonly n: number;
  readonly user_id: string;
  readonly channel: Draft['channel'];
  readonly title: string;
  readonly body: string;
  readonly recipient: string | null;
  readonly extra: string | null;
}

/** The columns of `JoinedRow`. */
export const joinedColumns = 'n, user_id, channel, title, body, recipient, extra';

/** Parts of a digest that go out together. */
export interface Group {
  readonly rows: readonly JoinedRow[];
  /** Undefined: now. */
  readonly deliverAt: number | undefined;
}

type Recipient = Pick<Draft, 'user_id' | 'channel' | 'address' | 'subscription'>;
type RecipientRow = Pick<JoinedRow, 'user_id' | 'channel' | 'recipient'>;

/**
 * The column `key` of a window. An inbox is its user's. Emails and pushes have a window for each
 * recipient: a line feed, which no key of a client has, and a hash follow the key.
 */
export function windowKey(digestKey: string, recipient: Recipient): string {
  const own = recipientOf(recipient);
  if (own === '') return digestKey;
  return `${digestKey}\n${createHash('sha256').update(own).digest('base64url')}`;
}

/** Where the window of a digest may stand: also under the key alone, as windows once did. */
export const windowKeysOf = (digestKey: string, row: RecipientRow): [string, string] => [
  digestKey,
  windowKey(digestKey, recipientColumns(row)),
];

/** Text that is the same for one recipient, however a client spells it. */
function recipientOf({ user_id, channel, address, subscription }: Recipient): string {
  if (channel === 'in_app') return '';
  const bytes = (text = '') => Buffer.from(text, 'base64url').toString('base64url');
  const { endpoint, keys } = subscription ?? {};
  const mailbox = address ?? (channel === 'email' ? user_id : null);
  return JSON.stringify([mailbox, endpoint, bytes(keys?.p256dh), bytes(keys?.auth)]);
}

const recipientColumns = ({ user_id, channel, recipient }: RecipientRow): Recipient => ({
  user_id,
  channel,
  ...(recipient !== null && parseRecipient(recipient)),
});

/**
 * Divides the parts of a due digest by recipient: those that wait for the end of quiet hours are the
 * last group. Windows that were opened before each recipient had one hold parts for several.
 *
 * @param rows all that have joined it, in their order
 */
export function groupsOf(extra: Extra, rows: readonly JoinedRow[], now: number): Group[] {
  const due = Math.max(now, extra.deliver_at ?? 0);
  const instantOf = (row: JoinedRow) =>
    (row.extra === null ? undefined : parseExtra(row.extra).deliver_at) ?? 0;
  const waiting = rows.filter((row) => instantOf(row) > due);
  const ready = rows.filter((row) => instantOf(row) <= due);
  const groups = [...Map.groupBy(ready, (row) => recipientOf(recipientColumns(row))).values()];
  return [
    ...groups.map((own) => ({ rows: own, deliverAt: undefined })),
    ...(waiting.length === 0
      ? []
      : [{ rows: waiting, deliverAt: Math.min(...waiting.map(instantOf)) }]),
  ];
}

/** The row of a digest whose window is open, or whose parts wait for the end of quiet hours. */
export function waitingEntry(digestKey: string, dueAt: number, deferred?: Step): Entry {
  const extra = jsonOf({ digest_key: digestKey, ...(deferred && { deliver_at: dueAt }) });
  return {
    state: 'waiting',
    attempts: 0,
    dueAt,
    extra,
    trace: traceText(deferred ? [deferred] : []),
  };
}

/** The row of what joins a digest. */
export function joinedEntry(joining: Joining, digest: number, endsAt: number, now: number): Entry {
  const { category, urgent } = joining.draft;
  const { deliverAt, trace } = decideJoining(joining, endsAt, now);
  const extra = jsonOf({ category, urgent, deliver_at: deliverAt });
  const about = { key: joining.digestKey, ends_at: endsAt, digest: notificationIds.format(digest) };
  const steps = traceText([...trace, { at: now, step: 'digest', ...about }]);
  return { state: 'joined', attempts: 0, dueAt: null, extra, trace: steps };
}

/** A digest of its own for a group that does not go out with the others, and the step of its parts. */
export function movedTo(digestKey: string, { rows, deliverAt }: Group, now: number) {
  const [first] = rows as [JoinedRow];
  const draft: Draft = { ...recipientColumns(first), title: first.title, body: '' };
  const entry = waitingEntry(
    digestKey,
    deliverAt ?? now,
    deliverAt === undefined ? undefined : deferredStep(deliverAt, now),
  );
  const stepTo = (digest: number) => {
    const about = { key: digestKey, digest: notificationIds.format(digest) };
    return traceText([{ at: now, step: 'digest', ...about, deliver_at: deliverAt }])!;
  };
  return { draft, entry, stepTo };
}

export const deferredStep = (deliverAt: number, now: number): Step => ({
  at: now,
  step: 'quiet_hours',
  result: 'deferred',
  deliver_at: deliverAt,
});

/** The columns of a digest that goes out. It has no category if its parts differ in theirs. */
export function filled(
  { digest_key: key = '', deliver_at }: Extra,
  rows: readonly JoinedRow[],
  now: number,
) {
  const [first] = rows as [JoinedRow];
  const items = rows.map(({ title, body, n }): DigestItem => ({ title, body, at: n }));
  const { title, body, truncated } = digestText(first.channel, items);
  const extras = rows.map(({ extra }) => (extra === null ? {} : parseExtra(extra)));
  const [category, ...others] = new Set(extras.map((each) => each.category));
  const urgent = extras.some((each) => each.urgent) || undefined;
  const own = { category: others.length === 0 ? category : undefined, urgent, deliver_at, items };
  const step: Step = { at: now, step: 'digest', key, items: items.length, truncated };
  return { title, body, recipient: first.recipient, extra: jsonOf(own)!, step };
}
