/**
 * `null` for an optional member means that the member is absent: so write the clients of languages
 * that have no absent members. Where a schema takes null, it has a meaning of its own and stays.
 */
import type { TSchema } from 'typebox';
import type { App } from '../app.ts';

/** Removes the members of a value that are null and need not be there. */
type Drop = (value: unknown) => void;

/**
 * In bodies, before anything else looks at them. In a PATCH, null asks for the removal of what was
 * set: what a schema of one does not take stays refused.
 */
export function dropAbsentMembers(app: App): void {
  app.addHook('onRoute', (route) => {
    const body = route.schema?.body as TSchema | undefined;
    const drop = body && route.method !== 'PATCH' ? droppingNulls(body) : undefined;
    if (drop === undefined) return;
    route.preValidation = [
      async (request) => drop(request.body),
      ...[route.preValidation ?? []].flat(),
    ];
  });
}

/** Undefined where nothing that fits the schema has an optional member. */
export function droppingNulls(schema: TSchema): Drop | undefined {
  return dropIn([schema]);
}

/** The parts of JSON Schema in which members are described. */
interface Described {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly allOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Described | boolean;
  readonly patternProperties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
}

/** @param schemas a value fits some of them, and which is not known */
function dropIn(schemas: readonly Described[]): Drop | undefined {
  const choices = schemas.flatMap(choicesOf);
  const drops = [dropInMembers(choices), dropInEntries(choices), dropInItems(choices)];
  const all = drops.filter((drop) => drop !== undefined);
  if (all.length === 0) return undefined;
  return (value) => {
    if (typeof value === 'object' && value !== null) for (const drop of all) drop(value);
  };
}

function choicesOf(schema: Described): readonly Described[] {
  const nested = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []);
  return [schema, ...nested.flatMap(choicesOf)];
}

function dropInMembers(choices: readonly Described[]): Drop | undefined {
  const objects = choices.filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  const members = [...names].flatMap((name) => {
    const schemas = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    const isOptional = objects.some((object) => !isRequired(object, name));
    const isDropped = isOptional && !schemas.some(takesNull);
    const drop = dropIn(schemas);
    return isDropped || drop ? [{ name, isDropped, drop }] : [];
  });
  if (members.length === 0) return undefined;
  return (value) => {
    const object = value as Record<string, unknown>;
    for (const { name, isDropped, drop } of members) {
      const member = object[name];
      if (member !== null) drop?.(member);
      else if (isDropped) delete object[name];
    }
  };
}

/** What has a default may be left out, also where the schema lists it as required. */
const isRequired = ({ properties, required }: Described, name: string): boolean =>
  required?.includes(name) === true && properties?.[name]?.default === undefined;

/** Members whose names the client chooses: null says something there. */
function dropInEntries(choices: readonly Described[]): Drop | undefined {
  const schemas = choices.flatMap(({ additionalProperties, patternProperties = {} }) => [
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(patternProperties),
  ]);
  const drop = schemas.length === 0 ? undefined : dropIn(schemas);
  return drop && ((value) => Object.values(value as object).forEach(drop));
}

function dropInItems(choices: readonly Described[]): Drop | undefined {
  const schemas = choices.flatMap(({ items }) => items ?? []);
  const drop = schemas.length === 0 ? undefined : dropIn(schemas);
  return drop && ((value) => void (Array.isArray(value) && value.forEach(drop)));
}

function takesNull(schema: Described): boolean {
  const { type, const: only, enum: values, anyOf, oneOf, allOf } = schema;
  if (anyOf ?? oneOf) return [...(anyOf ?? []), ...(oneOf ?? [])].some(takesNull);
  if (allOf) return allOf.every(takesNull);
  if (values) return values.includes(null);
  if ('const' in schema) return only === null;
  return type === undefined || [type].flat().includes('null');
}
