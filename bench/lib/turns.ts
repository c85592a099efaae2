/**
 * Loaded into a server by `--import`: the most CPU that its event loop used from one turn to the
 * next. Other processes on a busy machine do not count, as they do in the wait for an answer.
 */
const everyMs = 1;
let longest = 0;
let last = used();

/** CPU time of this thread so far, milliseconds. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

// A timer fires once a turn at most; turns that take less than `everyMs` count together.
setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - last);
  last = now;
}, everyMs).unref();

/** Each message is answered by the longest turn since the one before, milliseconds. */
process.on('message', () => {
  process.send!(longest);
  longest = 0;
});
process.channel?.unref();
