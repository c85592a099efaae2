/** `vid_<n>`, n counted from 1. */
export const videoId = (n: number): string => `vid_${n}`;

/** The shape of an id, for schemas. */
export const idPattern = '^vid_[1-9][0-9]{0,14}$';

const shape = new RegExp(idPattern);

/** The number in an id, or undefined for what cannot be one. */
export function numberOf(id: string): number | undefined {
  return shape.test(id) ? Number(id.slice(4)) : undefined;
}
