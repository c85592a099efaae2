/** How values of PostgreSQL become those of the embedded store, and the other way round. */

/** A value of this type, as the embedded store has it. */
export function exported(column: string, type: string): string {
  switch (type) {
    case 'bool':
      return `${column}::int`;
    case 'jsonb':
      return `${column}::text`;
    case '_text':
      return `to_jsonb(${column})::text`;
    case 'bytea':
      return `translate(encode(${column}, 'base64'), E'\\n', '')`;
    default:
      return column;
  }
}

/** The type in which a value comes out of JSON. */
export function carrier(type: string): string {
  if (type === 'bool') return 'int';
  return ['jsonb', '_text', 'bytea', 'box'].includes(type) ? 'text' : type;
}

export function imported(value: string, type: string): string {
  switch (type) {
    case 'bool':
    case 'jsonb':
    case 'box':
      return `${value}::${type}`;
    case '_text':
      return `CASE WHEN ${value} IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(${value}::json)) END`;
    case 'bytea':
      return `decode(${value}, 'base64')`;
    default:
      return value;
  }
}
