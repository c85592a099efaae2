/**
 * The callers that a route allows. A route's schema declares them as `access`, beside what it takes and
 * answers: check-access.ts enforces it, and the API documents and docs/access.md show it.
 */

declare module 'fastify' {
  interface FastifySchema {
    readonly access?: Access;
  }
}

/** Where a request names the user for whom it acts. */
export interface UserMember {
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** The member; inside another member of the body: `customer.id`. */
  readonly name: string;
}

type Plain =
  | { readonly kind: 'public' | 'service'; readonly localOnly?: boolean }
  | {
      readonly kind: 'user';
      /** All of these name the caller, as far as the request has them. */
      readonly places: readonly UserMember[];
      /** What the route is about, if that belongs to one user: the use case compares its owner. */
      readonly thing?: string;
      /** The scope that a user's token needs. */
      readonly scope?: 'driver';
    };

export type Access = (Plain | { readonly kind: 'admin' }) & {
  /** What holds instead for a request that has this parameter in its query. */
  readonly withQuery?: Readonly<Record<string, Plain>>;
};

/** What a route declares for this query. */
export function accessFor(access: Access, query: unknown): Access {
  if (access.withQuery === undefined) return access;
  const given = query as Readonly<Record<string, unknown>>;
  const found = Object.entries(access.withQuery).find(([name]) => given[name] !== undefined);
  return found?.[1] ?? access;
}

/** All that a route declares, with the parameter that makes the difference. */
export function variantsOf(access: Access): { access: Access; parameter?: string }[] {
  const { withQuery = {}, ...plain } = access;
  const others = Object.entries(withQuery).map(([parameter, own]) => ({ access: own, parameter }));
  return [{ access: plain }, ...others];
}

/** Each says what suffices: a service may do what a user may, an admin what a service may. */
export const access = {
  /** Anybody, without a token. */
  public: { kind: 'public' },
  /** Any user: in `places`, in their own name only. */
  user: (places: Partial<Record<UserMember['in'], string>> = {}): Plain => ({
    kind: 'user',
    places: toPlaces(places),
  }),
  /** Users whose token says that they drive: in `places`, in their own name only. */
  driver: (places: Partial<Record<UserMember['in'], string>> = {}): Plain => ({
    kind: 'user',
    places: toPlaces(places),
    scope: 'driver',
  }),
  /** The user to whom it belongs; for others it does not exist: see `demandOwn` in caller.ts. */
  ownerOf: (thing: string): Plain => ({ kind: 'user', places: [], thing }),
  /** Other servers, for any user. */
  service: { kind: 'service' },
  /**
   * Other servers. On a laptop anybody on this machine may call it too, but nobody through a proxy:
   * see forwarded.ts.
   */
  localService: { kind: 'service', localOnly: true },
  /** Operators. */
  admin: { kind: 'admin' },
} as const satisfies Record<string, Access | ((...of: never[]) => Access)>;

function toPlaces(names: Partial<Record<UserMember['in'], string>>): UserMember[] {
  return Object.entries(names).map(([part, name]) => ({ in: part as UserMember['in'], name }));
}
