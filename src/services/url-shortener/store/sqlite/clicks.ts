import type { Sqlite } from '#kit/stores/sqlite.ts';
import {
  hostsADay,
  otherHosts,
  type ClickStore,
  type DayClicks,
  type DaySource,
  type LinkClicks,
} from '../clicks.ts';

/** Rows that are removed in one step. */
const sweptAtOnce = 500;

export function sqliteClicks(db: Sqlite): ClickStore {
  const addDay = db.run(`
    INSERT INTO click_day VALUES (?, ?, ?, ?, 0) ON CONFLICT DO UPDATE
    SET clicks = clicks + excluded.clicks, bots = bots + excluded.bots`);
  const addHost = db.run(
    `UPDATE click_day SET hosts = hosts + 1 WHERE link_id = ? AND day = ? AND hosts < ${hostsADay}`,
  );
  const addToSource = db.run(`
    UPDATE click_source SET clicks = clicks + ?
    WHERE link_id = ? AND day = ? AND kind = ? AND name = ?`);
  const addSource = db.run(`
    INSERT INTO click_source VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks`);
  const addToLink = db.run('UPDATE link SET clicks = clicks + ? WHERE id = ?');

  const add = ({ linkId, day, clicks, bots, uncounted, sources }: LinkClicks) => {
    // Else it is removed.
    if (addToLink(uncounted, linkId) === 0) return;
    addDay(linkId, day, clicks, bots);
    for (const { kind, name, clicks: n } of sources) {
      if (addToSource(n, linkId, day, kind, name) === 1) continue;
      const isHost = kind === 'host' && name !== otherHosts;
      const hasRoom = !isHost || addHost(linkId, day) === 1;
      addSource(linkId, day, kind, hasRoom ? name : otherHosts, n);
    }
  };

  return {
    record: ({ clicks }) => db.write(() => clicks.forEach(add)),
    ...readClicks(db),
    sweep: sweep(db),
  };
}

function readClicks(db: Sqlite): Pick<ClickStore, 'days' | 'sources'> {
  const days = db.all<DayClicks>(`
    SELECT day, clicks, bots FROM click_day WHERE link_id = ? AND day BETWEEN ? AND ? ORDER BY day`);
  const sources = db.all<DaySource>(`
    SELECT day, kind, name, clicks FROM click_source
    WHERE link_id = ? AND day <= ? AND (day, kind, name) > (?, ?, ?)
    ORDER BY day, kind, name LIMIT ?`);
  return {
    days: async (linkId, { from, to }) => days(linkId, from, to),
    sources: async (linkId, { from, to }, after, limit) => {
      const { day, kind, name } = after ?? { day: from, kind: '', name: '' };
      return sources(linkId, to, day, kind, name, limit);
    },
  };
}

function sweep(db: Sqlite): ClickStore['sweep'] {
  const nextRemoved = db.get<{ id: number }>('SELECT id FROM removed_link LIMIT 1');
  const removeSources = db.run(`
    DELETE FROM click_source WHERE (link_id, day, kind, name) IN
      (SELECT link_id, day, kind, name FROM click_source WHERE link_id = ? LIMIT ${sweptAtOnce})`);
  const removeDays = db.run(`
    DELETE FROM click_day WHERE (link_id, day) IN
      (SELECT link_id, day FROM click_day WHERE link_id = ? LIMIT ${sweptAtOnce})`);
  const forget = db.run('DELETE FROM removed_link WHERE id = ?');
  return async () => {
    if (nextRemoved() === undefined) return false;
    return db.write(() => {
      const removed = nextRemoved();
      if (removed === undefined) return false;
      if (removeSources(removed.id) === 0 && removeDays(removed.id) === 0) forget(removed.id);
      return true;
    });
  };
}
