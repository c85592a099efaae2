/** Schema building blocks and the two validators: strict for bodies, coercing for text. */
import { Ajv, type ErrorObject } from 'ajv';
import { Type, type Static, type TSchema } from 'typebox';

/** An identifier that a client chooses: 1–128 characters, none of them a control character. */
export const Id = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 128, format: 'id', description });

/** A name or title: up to 256 characters. */
export const Name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 256, format: 'text', description });

/** The body of an enveloped response. */
export const Enveloped = <T extends TSchema>(data: T) => Type.Object({ data });

/** String formats of our own, for Ajv. */
export const formats = {
  // Ill-formed UTF-16 and NUL have no faithful form in UTF-8 or PostgreSQL: two different
  // strings would be stored as one.
  text: (value: string) => value.isWellFormed() && !value.includes('\0'),
  // oxlint-disable-next-line no-control-regex -- control characters are what it excludes
  id: (value: string) => value.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f]/.test(value),
};

/** What each format asks for, as an error message. */
const formatRules: Readonly<Record<string, string>> = {
  text: 'must be well-formed Unicode without NUL',
  id: 'must be well-formed Unicode without control characters',
};

const shared = { useDefaults: true, strict: false, formats };
const strict = new Ajv({ ...shared, coerceTypes: false });
const coercing = new Ajv({ ...shared, coerceTypes: true });

/** Compiles a schema for values that arrive with types (JSON bodies). */
export const compileStrict = <T extends TSchema>(schema: T) => strict.compile<Static<T>>(schema);

/** Compiles a schema for values that arrive as text (queries, params, environment). */
export const compileCoercing = <T extends TSchema>(schema: T) =>
  coercing.compile<Static<T>>(schema);

/**
 * Checks what comes from a store: a script's reply, a stored document. A value that does not fit is
 * a defect of ours, or of another program that writes there.
 *
 * @param what names the value in the error: `reply of reserve.lua`
 * @returns a function that yields the value as it is, or throws an Error
 */
export function checked<T extends TSchema>(what: string, schema: T): (value: unknown) => Static<T> {
  const validate = strict.compile(schema);
  return (value) => {
    if (validate(value)) return value as Static<T>;
    const { path, message } = describeError(validate.errors![0]!);
    throw new Error(`${what}: ${path === '' ? '' : `${path} `}${message}`);
  };
}

/** As `checked`, for text that is JSON. */
export function storedJson<T extends TSchema>(
  what: string,
  schema: T,
): (text: string) => Static<T> {
  const check = checked(what, schema);
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new Error(`${what} is not JSON`, { cause: error });
    }
    return check(value);
  };
}

/** Where and why a value does not fit: `{path: 'items.0.qty', message: 'must be integer'}`. */
export function describeError(error: Partial<ErrorObject>): { path: string; message: string } {
  const parts = (error.instancePath ?? '').split('/').slice(1);
  const missing: unknown = error.params?.['missingProperty'];
  if (typeof missing === 'string')
    return { path: [...parts, missing].join('.'), message: 'is required' };
  if (error.keyword === 'format') {
    const rule = formatRules[String(error.params?.['format'])];
    if (rule !== undefined) return { path: parts.join('.'), message: rule };
  }
  const allowed: unknown = error.params?.['allowedValues'];
  const hint = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return { path: parts.join('.'), message: `${error.message ?? 'is not valid'}${hint}` };
}
