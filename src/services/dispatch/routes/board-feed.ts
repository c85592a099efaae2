/** The board streamed to operators as server-sent events. */
import type { EventStreams, Feed } from '#kit/web/event-streams.ts';
import { changesBetween, type Board, type BoardChanges, type Snapshot } from '../board.ts';

/** The key that all streams of the board follow. */
export const boardKey = 'board';

/** The length of a part of an event, in characters; one entry may exceed it. */
const partLength = 65_536;

/** Sends all drivers and orders, then the changes of each new snapshot. */
export function boardFeed(board: Board): Feed {
  let seen: Snapshot | undefined;
  return async (stream) => {
    const present = await board.present();
    if (present === seen) return;
    const changes = await changesBetween(seen, present);
    const isFirst = seen === undefined;
    seen = present;
    if (isFirst || !isEmpty(changes)) await stream.sendParts('board', partsOf(changes));
  };
}

/** Takes a new snapshot if anybody follows the board. */
export async function refreshBoard(board: Board, streams: EventStreams<string>): Promise<void> {
  if (!streams.has(boardKey)) return board.forget();
  await board.refresh();
  streams.changed(boardKey);
}

const isEmpty = ({ drivers, orders, gone }: BoardChanges) =>
  [drivers, orders, gone.drivers, gone.orders].every(({ length }) => length === 0);

/** The JSON text of the event, in parts. */
function* partsOf({ drivers, orders, gone }: BoardChanges): Generator<string> {
  yield '{"drivers":[';
  yield* joined(drivers);
  yield '],"orders":[';
  yield* joined(orders);
  yield '],"gone":{"drivers":[';
  yield* joined(gone.drivers.map((id) => JSON.stringify(id)));
  yield '],"orders":[';
  yield* joined(gone.orders.map((id) => JSON.stringify(id)));
  yield ']}}';
}

function* joined(texts: readonly string[]): Generator<string> {
  let [part, separator] = ['', ''];
  for (const text of texts) {
    part += separator + text;
    separator = ',';
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}
