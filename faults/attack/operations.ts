/** The operations of a hawker, read from its API document. */
import type { Answer } from './wire.ts';

export interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly example?: unknown;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** At the console's address: `/api/chat/api/rooms/{room}/users`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly contentType?: string;
  /** A body that is valid. */
  readonly example?: unknown;
  /** Whether the operation accepts requests without a token. */
  readonly isPublic: boolean;
  /** The names of the actors whose token it accepts. */
  readonly admits: readonly string[];
  readonly statuses: ReadonlySet<number>;
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly security: readonly { readonly token?: readonly [scope?: string] }[];
  readonly responses: object;
}

const admitted: Readonly<Record<string, readonly string[]>> = {
  user: ['ann', 'mallory', 'service', 'operator'],
  driver: ['service', 'operator'],
  service: ['service', 'operator'],
  admin: ['operator'],
};

/** @param text the document of all services */
export function operationsOf(text: string): Operation[] {
  const { paths } = JSON.parse(text) as {
    readonly paths: Record<string, Record<string, Documented>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => toOperation(path, method, documented)),
  );
}

function toOperation(path: string, method: string, documented: Documented): Operation {
  const { operationId: id, parameters = [], requestBody, security, responses } = documented;
  const scope = security.find(({ token }) => token !== undefined)?.token?.[0] ?? 'user';
  const [body] = Object.entries(requestBody?.content ?? {});
  return {
    id,
    method: method.toUpperCase(),
    path,
    parameters,
    ...(body && { contentType: body[0], example: body[1].example }),
    isPublic: security.length === 0 || security.some((one) => Object.keys(one).length === 0),
    admits: admitted[scope]!,
    statuses: new Set(Object.keys(responses).map(Number)),
  };
}

/** The ids and tokens seen in answers: a request with a real one gets further. */
export class Learned {
  readonly #values = new Map<string, string[]>();

  learn({ path }: Operation, { body }: Answer): void {
    for (const [, name, value] of body
      .slice(0, 20_000)
      .matchAll(/"(id|\w+_id|\w*token)":"(\w{1,100})"/g)) {
      const key = keyOf(path, name!);
      const values = this.#values.get(key) ?? [];
      this.#values.set(key, [...values.slice(-7), value!]);
    }
  }

  all({ path }: Operation, name: string): readonly string[] {
    return this.#values.get(keyOf(path, name)) ?? [];
  }
}

const keyOf = (path: string, name: string) => `${path.split('/')[2]} ${name}`;
