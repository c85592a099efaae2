/** How long an upload is kept that gets no further, and one that is finished, milliseconds. */
export const uploadLifetimeMs = 24 * 60 * 60_000;
