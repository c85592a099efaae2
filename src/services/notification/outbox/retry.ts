const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after the first attempts; after that, an attempt is made every hour. */
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];

/**
 * The pause before the next attempt, milliseconds. There is no jitter: replicas bound how many
 * attempts they make at once, so notifications that failed together do not fall on a server together.
 *
 * @param attempts made so far, 1 or more
 */
export const retryDelayMs = (attempts: number): number => pausesMs[attempts - 1] ?? hour;
