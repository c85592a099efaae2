/** Bodies as no client should send them: JSON near a valid body, with rubbish in some places. */
import * as fc from 'fast-check';

const texts = [
  '\u0000',
  '\ud800',
  '\t',
  '\u202e',
  '🚚'.repeat(64),
  'x'.repeat(129),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  '%ff',
  '{x}',
  "'; DROP TABLE stock; --",
  '9999-12-31T23:59:59.999-23:59',
];
const numbers = ['-0', '-1', '0.1', '1e-320', '1e21', '1e308', '1e400', '9007199254740993'];
const nested = ['[]', '{}', '{"__proto__":{"a":1}}', '['.repeat(3_000) + ']'.repeat(3_000)];
const rubbish = fc.oneof(
  fc.constantFrom(...texts.map((text) => JSON.stringify(text)), ...numbers, ...nested),
  fc.json(),
);

const surrogates = 0x800;
const codePoint = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates));

/**
 * Any text of whole code points. As `fc.string({ unit: 'binary' })`, but without its table of them all,
 * which takes seconds to build in every process.
 */
export const anyText = (bounds: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ unit: codePoint, ...bounds });

/** Text of the value, in which parts may be missing or be something else. */
export function nearly(value: unknown): fc.Arbitrary<string> {
  return fc.oneof({ weight: 15, arbitrary: faithful(value) }, { weight: 1, arbitrary: rubbish });
}

function faithful(value: unknown): fc.Arbitrary<string> {
  if (Array.isArray(value)) return list(value.map(nearly)).map((members) => `[${members}]`);
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value));
  const members = Object.entries(value).map(([name, member]) => {
    const text = nearly(member).map((text) => `${JSON.stringify(name)}:${text}`);
    return fc.option(text, { freq: 20, nil: undefined });
  });
  return list(members).map((members) => `{${members}}`);
}

const list = (members: fc.Arbitrary<string | undefined>[]) =>
  fc.tuple(...members).map((all) => all.filter((one) => one !== undefined).join());
