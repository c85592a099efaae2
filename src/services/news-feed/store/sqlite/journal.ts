/** Posts delivered to users after a number, read from the embedded store. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { journalWindow, type JournalReads } from '../journal.ts';
import { endOfTime } from '../news-feed-store.ts';
import { parseList } from './lists.ts';
import { prepareOldest } from './oldest.ts';
import type { Prepared } from './prepared.ts';

/** Pairs of a reader and an author that one statement looks up: a few milliseconds of work. */
const pairsAtOnce = 4_000;

export function sqliteJournal({ db, lastChange }: Prepared): JournalReads {
  const findReader = db.get<{ n: number; changed: number }>(
    'SELECT n, changed FROM account WHERE id = ?',
  );
  const ofPosts = db.get<{ list: string }>(`SELECT json_group_array(seq) AS list FROM
    (SELECT seq FROM post CROSS JOIN follow
      ON follower = ? AND followee = author AND since < seq AND until >= seq AND backfill IS NULL
      WHERE seq > ? AND seq <= ? AND removed IS NULL ORDER BY seq LIMIT ?)`);
  const oldest = prepareOldest(db);
  // The mutes of an author do not overlap: the last one that began before the post decides.
  const shown = db.get<{ list: string }>(`SELECT json_group_array(seq) AS list
    FROM json_each(?2) CROSS JOIN post ON seq = value WHERE removed IS NULL
      AND NOT EXISTS (SELECT 1 FROM hide WHERE reader = ?1 AND hide.post = seq)
      AND NOT EXISTS (SELECT 1 FROM mute
        WHERE muter = ?1 AND muted = author AND until = ${endOfTime})
      AND coalesce((SELECT until FROM mute WHERE muter = ?1 AND muted = author AND since < seq
        ORDER BY since DESC LIMIT 1), 0) < seq`);
  const newAuthors = db.all<{ author: number }>(
    'SELECT DISTINCT author FROM post WHERE seq > ? AND seq <= ?',
  );
  const receivers = db.all<{ user: string }>(`SELECT DISTINCT who.value AS user
    FROM json_each(?1) AS who CROSS JOIN account ON account.id = who.value
    CROSS JOIN json_each(?2) AS writer
    CROSS JOIN follow ON follower = n AND followee = writer.value AND until > ?3`);

  return {
    last: async () => lastChange(),

    async deliveredAfter(user, after, limit) {
      const last = lastChange();
      const reader = findReader(user);
      if (reader === undefined) return undefined;
      const from = Math.min(after, last);
      const numbers =
        last - from <= journalWindow
          ? parseList(ofPosts(reader.n, from, last, limit)!.list)
          : await oldest(reader.n, from, last, limit);
      const upTo = numbers.length < limit ? last : numbers.at(-1)!;
      const list = parseList(shown(reader.n, JSON.stringify(numbers))!.list);
      return { numbers: list, upTo, more: upTo < last };
    },

    async receivers(users, after) {
      const last = lastChange();
      if (last - after > journalWindow) return users;
      const authors = newAuthors(after, last).map(({ author }) => author);
      if (authors.length === 0) return [];
      const count = Math.ceil(pairsAtOnce / authors.length);
      const slice = new TimeSlice();
      const found: string[] = [];
      for (let i = 0; i < users.length; i += count) {
        if (slice.isOver) await slice.next();
        const some = JSON.stringify(users.slice(i, i + count));
        found.push(...receivers(some, JSON.stringify(authors), after).map(({ user }) => user));
      }
      return found;
    },
  };
}
