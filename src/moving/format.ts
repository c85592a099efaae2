/** The lines of an export: a header, a line for each row, and a trailer that proves that it is whole. */
import { Type, type Static } from 'typebox';
import { compileStrict } from '#kit/web/schema.ts';

/** The version of the lines' form; a newer one is refused. */
export const format = 1;

export const Header = Type.Object({
  /** The version of hawker that made it. */
  hawker: Type.String(),
  service: Type.String(),
  format: Type.Integer(),
  /** When it began, ISO 8601. */
  created_at: Type.String(),
});
export type Header = Static<typeof Header>;

export const Line = Type.Object({
  table: Type.String(),
  row: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
});

export const Trailer = Type.Object({
  end: Type.Object({
    /** How many rows of each table. */
    rows: Type.Record(Type.String(), Type.Integer()),
    /** The digest of all lines before, with their line feeds; hexadecimal. */
    sha256: Type.String(),
  }),
});
export type Trailer = Static<typeof Trailer>;

export const isHeader = compileStrict(Header);
export const isLine = compileStrict(Line);
export const isTrailer = compileStrict(Trailer);
