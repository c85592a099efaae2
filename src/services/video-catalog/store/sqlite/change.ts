/** The steps that change and remove a video, and what the index has of it. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { indexedOf } from '../../text-search/indexed.ts';
import { videoDetails } from '../../details.ts';
import type { VideoChanges, VideoRecord, VideoStore } from '../video-catalog-store.ts';
import { hasSameTexts } from '../texts.ts';
import { columns, toRecord, type Row } from './rows.ts';
import { sizeOf, termsOf, type WriteTerms } from './terms.ts';

/** A write that was prepared for certain texts. */
interface Prepared<T> {
  /** How many terms it puts into the index and takes out. */
  readonly size: number;
  readonly unit: (video: VideoRecord) => T;
}

export function changeSteps(db: Sqlite, write: WriteTerms): Pick<VideoStore, 'edit' | 'remove'> {
  const findRow = db.get<Row>(`SELECT ${columns} FROM video JOIN views USING (n) WHERE n = ?`);
  const update = db.run(
    'UPDATE video SET title = ?, description = ?, tags = ?, searched = ? WHERE n = ?',
  );
  const updateDetails = db.run('UPDATE video SET details = ? WHERE n = ?');
  const deleteVideo = db.run('DELETE FROM video WHERE n = ?');
  const deleteViews = db.run('DELETE FROM views WHERE n = ?');
  const insertTerms = db.run('INSERT INTO term (rowid, terms) VALUES (?, ?)');
  // The index keeps no texts: it has to be told what it has.
  const deleteTerms = db.run("INSERT INTO term (term, rowid, terms) VALUES ('delete', ?, ?)");

  const find = (n: number): VideoRecord | undefined => {
    const row = findRow(n);
    return row && toRecord(row);
  };

  /**
   * Preparing takes turns of the event loop. When the texts have changed during that, it starts over.
   * Undefined when there is no such video.
   */
  async function change<T>(
    n: number,
    prepare: (video: VideoRecord) => Promise<Prepared<T>>,
  ): Promise<T | undefined> {
    for (let seen = find(n); seen !== undefined; seen = find(n)) {
      const known = seen;
      const { size, unit } = await prepare(known);
      const done = await write(size, () => {
        const video = find(n);
        return video && hasSameTexts(video, known) ? { result: unit(video) } : undefined;
      });
      if (done !== undefined) return done.result;
    }
    return undefined;
  }

  /** Within a unit: other edits may have changed the details since the texts were read. */
  function withDetails(video: VideoRecord, { details: changes = {} }: VideoChanges): VideoRecord {
    if (Object.keys(changes).length === 0) return video;
    const details = videoDetails.changed(video.details, changes);
    updateDetails(JSON.stringify(details), video.n);
    return { ...video, details };
  }

  return {
    edit: (n, changes) =>
      change(n, async (seen): Promise<Prepared<VideoRecord>> => {
        const { details: _, ...texts } = changes;
        const after = { ...seen, ...texts };
        if (hasSameTexts(after, seen)) {
          return { size: 0, unit: (video) => withDetails(video, changes) };
        }
        const [old, indexed] = [await indexedOf(seen), await indexedOf(after)];
        const { title, description } = after;
        const tags = JSON.stringify(after.tags);
        return {
          size: sizeOf(old) + sizeOf(indexed),
          unit({ viewCount, details }) {
            deleteTerms(n, termsOf(n, old));
            insertTerms(n, termsOf(n, indexed));
            update(title, description, tags, indexed.searched, n);
            return withDetails({ ...after, viewCount, details }, changes);
          },
        };
      }),

    async remove(n) {
      const removed = await change(n, async (seen) => {
        const old = await indexedOf(seen);
        const unit = () => {
          deleteTerms(n, termsOf(n, old));
          deleteViews(n);
          return deleteVideo(n) === 1;
        };
        return { size: sizeOf(old), unit };
      });
      return removed ?? false;
    },
  };
}
