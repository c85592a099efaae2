/** Checks of what Redis replies. */
import { Type } from 'typebox';
import { checked } from '#kit/web/schema.ts';

/** A number as Redis keeps it: text. */
export const NumberText = Type.String({ pattern: String.raw`^-?\d+(\.\d+)?(e[+-]?\d+)?$` });

/** As `NumberText`, with "" for null. */
export const NumberTextOrNone = Type.String({
  pattern: String.raw`^(-?\d+(\.\d+)?(e[+-]?\d+)?)?$`,
});

export const toNumberOrNull = (text: string | undefined) =>
  text === undefined || text === '' ? null : Number(text);

/** A list of strings in groups of `size`. */
export function decodeGroups(what: string, size: number): (reply: unknown) => string[][] {
  const check = checked(what, Type.Array(Type.String()));
  return (reply) => {
    const flat = check(reply);
    if (flat.length % size !== 0) throw new Error(`${what}: ${flat.length} values`);
    return Array.from({ length: flat.length / size }, (_, i) =>
      flat.slice(size * i, size * (i + 1)),
    );
  };
}

export const isMore = (what: string) => {
  const check = checked(what, Type.Integer({ minimum: 0, maximum: 1 }));
  return (reply: unknown) => check(reply) === 1;
};
