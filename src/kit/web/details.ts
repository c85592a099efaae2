/**
 * Details: optional members of a resource that no query looks at. A service declares them once; requests,
 * answers, types and one JSON column of the stores follow from that.
 */
import { Type, type Static, type TNull, type TOptional, type TSchema, type TUnion } from 'typebox';

type Members<T> = { [Name in keyof T]: TOptional<T[Name] & TSchema> };
type Removable<T> = { [Name in keyof T]: TOptional<TUnion<[T[Name] & TSchema, TNull]>> };
type Values<T> = { readonly [Name in keyof T]?: Static<T[Name] & TSchema> };
type Changes<T> = { readonly [Name in keyof T]?: Static<T[Name] & TSchema> | null };

/** Most things have no details: these share one object. */
const none = Object.freeze({});

/**
 * Declares the details of a resource by their schemas. Stored values are not checked again, so a schema
 * may become narrower later.
 */
export function detailsOf<T extends Readonly<Record<string, TSchema>>>(schemas: T) {
  const names: readonly (keyof T & string)[] = Object.keys(schemas);
  const membersBy = (toMember: (schema: TSchema) => TSchema) =>
    Object.fromEntries(names.map((name) => [name, toMember(schemas[name]!)]));
  const given = <V extends object>(body: V) =>
    names.filter((name) => Object.hasOwn(body, name) && body[name as keyof V] !== undefined);

  return {
    /** Members of a body and of an answer. */
    members: membersBy((schema) => Type.Optional(schema)) as Members<T>,

    /** Members of the body of a PATCH. */
    removable: membersBy((schema) =>
      Type.Optional(Type.Union([schema, Type.Null()], { description: 'null removes it' })),
    ) as Removable<T>,

    /** Returns the details that a body has; no other members are stored. */
    in(body: Values<T>): Values<T> {
      return pick(body, given(body));
    },

    /** Returns what the body of a PATCH says of the details. */
    changesIn(body: Changes<T>): Changes<T> {
      return pick(body, given(body));
    },

    /** Returns the details as the body of a PATCH changes them; those that it does not have stay. */
    changed(details: Values<T>, body: Changes<T>): Values<T> {
      const after = { ...details, ...pick(body, given(body)) };
      const kept = Object.entries(after).filter(([, value]) => value !== null);
      return kept.length === 0 ? none : (Object.fromEntries(kept) as Values<T>);
    },
  };
}

function pick<V extends object>(body: V, names: readonly string[]): V {
  if (names.length === 0) return none as V;
  return Object.fromEntries(names.map((name) => [name, body[name as keyof V]])) as V;
}

/** The type of the details that were declared. */
export type DetailsOf<D extends { in: (body: never) => unknown }> = ReturnType<D['in']>;

/** The type of changes of the details that were declared. */
export type DetailChanges<D extends { changesIn: (body: never) => unknown }> = ReturnType<
  D['changesIn']
>;

/** Reads a column of details. */
export const readDetails = <V extends object>(text: string): V =>
  text === '{}' ? (none as V) : (JSON.parse(text) as V);
