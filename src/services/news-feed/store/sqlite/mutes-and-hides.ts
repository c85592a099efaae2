/** Mutes and hides. Each change has a number, by which timelines in memory learn of it. */
import type { MutesAndHides } from '../mutes-and-hides.ts';
import { endOfTime } from '../news-feed-store.ts';
import { prepareReaderChange } from './reader-changes.ts';
import type { Prepared } from './prepared.ts';

export function prepareMutesAndHides({ db, account, lastChange }: Prepared): MutesAndHides {
  const isMuted = db.get<{ since: number }>(`SELECT since FROM mute
    WHERE muter = ? AND muted = ? AND until = ${endOfTime}`);
  const mute = db.run(`INSERT INTO mute VALUES (?, ?, ?, ${endOfTime}, ?)`);
  const unmute = db.run('UPDATE mute SET until = ? WHERE muter = ? AND muted = ? AND since = ?');
  const findPost = db.get<{ seq: number }>('SELECT seq FROM post WHERE id = ?');
  const hide = db.run('INSERT INTO hide VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const show = db.run('DELETE FROM hide WHERE reader = ? AND post = ?');
  const note = prepareReaderChange(db);

  return {
    setMuted: (user, author, muted, now) =>
      db.write(() => {
        const [from, to] = [account(user), account(author)];
        if (from === undefined) return { kind: 'unknown user', id: user };
        if (to === undefined) return { kind: 'unknown user', id: author };
        const since = isMuted(from.n, to.n)?.since;
        if ((since !== undefined) === muted) return { kind: 'done' };
        const number = lastChange() + 1;
        if (since === undefined) mute(from.n, to.n, number, now);
        else unmute(number, from.n, to.n, since);
        note(from.n, number, muted ? 1 : -1);
        return { kind: 'done' };
      }),

    setHidden: (user, postId, hidden, now) =>
      db.write(() => {
        const [reader, post] = [account(user), findPost(postId)];
        if (reader === undefined) return { kind: 'unknown user', id: user };
        if (post === undefined) return { kind: 'unknown post' };
        const count = hidden ? hide(reader.n, post.seq, now) : show(reader.n, post.seq);
        if (count > 0) note(reader.n, lastChange() + 1, hidden ? 1 : -1);
        return { kind: 'done' };
      }),
  };
}
