/** With a zone: a bare local time would mean another instant on another machine. */
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * An instant in ISO 8601 with a zone, milliseconds since the epoch; undefined for anything else.
 * In UTC it lies in the years 0 to 9999, so that it can be written as it was read.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== 'string' || !isoInstant.test(text)) return undefined;
  const instant = Date.parse(text.replace(',', '.').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  // Date.parse lets 30 February pass as 2 March.
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0));
  if (Number.isNaN(instant) || day > lastDay.getUTCDate()) return undefined;
  const isFourDigitYear =
    new Date(instant).toISOString().length === '2026-01-01T00:00:00.000Z'.length;
  return isFourDigitYear ? instant : undefined;
}
