/** Schema building blocks and the two validators: strict for bodies, coercing for text. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Type, type Static, type TObject, type TSchema } from 'typebox';

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

/** Compiles a schema for values that arrive with types (JSON bodies). */
export const compileStrict = compiler(new Ajv({ ...shared, coerceTypes: false }));

/** Compiles a schema for values that arrive as text (queries, params, environment). */
export const compileCoercing = compiler(new Ajv({ ...shared, coerceTypes: true }));

const decimal = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * As `compileCoercing`, for a part of a request. Coercion takes a blank for 0, and reads hexadecimal,
 * which clients do not expect: a number in a query or a header is decimal, and one in a path is
 * written in the one way that makes it the same address.
 */
export function compileText<T extends TSchema>(schema: T, httpPart?: string) {
  const validate = compileCoercing(schema);
  const { properties = {} } = schema as Partial<TObject>;
  const numbers = Object.keys(properties).filter((name) =>
    /"(integer|number)"/.test(JSON.stringify(properties[name])),
  );
  if (numbers.length === 0) return validate;
  const isWritten = (text: string, number: number) =>
    httpPart === 'params' ? text === String(number) : decimal.test(text);
  const validateText = (value: unknown): value is Static<T> => {
    const members = value as Record<string, unknown>;
    const texts = numbers.map((name) => members[name]);
    const isValid = validate(value);
    validateText.errors = validate.errors ?? null;
    if (!isValid) return false;
    for (const [i, name] of numbers.entries()) {
      const [text, number] = [texts[i], members[name]];
      if (typeof text !== 'string' || typeof number !== 'number') continue;
      if (isWritten(text, number)) continue;
      const message =
        httpPart === 'params' ? `must be written as ${number}` : 'must be a decimal number';
      const where = { instancePath: `/${name}`, schemaPath: '', keyword: 'decimal', params: {} };
      validateText.errors = [{ ...where, message }];
      return false;
    }
    return true;
  };
  validateText.errors = null as ErrorObject[] | null;
  return validateText;
}

/** Finds every error of a value. */
const thorough = compiler(new Ajv({ ...shared, coerceTypes: false, allErrors: true }));

/** Compiles schemas with the same text once: services are often opened more than once in a process. */
function compiler(ajv: Ajv) {
  const compiled = new Map<string, ValidateFunction>();
  return <T extends TSchema>(schema: T): ValidateFunction<Static<T>> => {
    const text = JSON.stringify(schema);
    let validate = compiled.get(text);
    if (validate === undefined) compiled.set(text, (validate = ajv.compile(schema)));
    return validate as ValidateFunction<Static<T>>;
  };
}

/** Most errors of one value that are listed. */
const maxErrors = 10;
/** Values with more characters and members than this have only their first error listed. */
const maxExaminedSize = 20_000;

/**
 * Checks what comes from a store: a script's reply, a stored document. A value that does not fit is
 * a defect of ours, or of another program that writes there.
 *
 * @param what names the value in the error: `reply of reserve.lua`
 * @returns a function that yields the value as it is, or throws an Error
 */
export function checked<T extends TSchema>(what: string, schema: T): (value: unknown) => Static<T> {
  const validate = compileStrict(schema);
  return (value) => {
    if (validate(value)) return value;
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

/**
 * As `compileStrict`, for a body of a client: lists up to ten errors rather than the first alone.
 * Looking for all of them takes longer the more there are, so a large body has one.
 */
export function compileBody(schema: TSchema) {
  const validate = compileStrict(schema);
  let examine: ReturnType<typeof compileStrict> | undefined;
  const validateBody = (body: unknown): boolean => {
    if (validate(body)) return true;
    validateBody.errors = validate.errors!;
    if (sizeUpTo(maxExaminedSize, body) >= maxExaminedSize) return false;
    examine ??= thorough(schema);
    if (!examine(body)) validateBody.errors = examine.errors!;
    return false;
  };
  validateBody.errors = [] as ErrorObject[];
  return validateBody;
}

/** How many characters and members a JSON value has; counting ends near `limit`. */
function sizeUpTo(limit: number, value: unknown): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const name in value) {
    size += name.length + sizeUpTo(limit - size, value[name as keyof typeof value]);
    if (size >= limit) break;
  }
  return size;
}

/**
 * Describes errors, each once. Of a member that fits none of several schemas, only the first reason
 * is told: the others speak of the schemas that it was not meant for.
 */
export function describeErrors(errors: readonly Partial<ErrorObject>[]) {
  const told = new Map<string, ReturnType<typeof describeError>>();
  for (const error of errors) {
    const choice = /^(.*?)\/(anyOf|oneOf)\b/.exec(error.schemaPath ?? '');
    const described = describeError(error);
    const key = choice?.[0] ?? `${described.path} ${described.message}`;
    if (!told.has(key)) told.set(key, described);
    if (told.size === maxErrors) break;
  }
  return [...told.values()];
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
