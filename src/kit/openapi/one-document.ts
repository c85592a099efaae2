/** One OpenAPI document for all services, as they are reached at the console's address. */
import { isDeepStrictEqual } from 'node:util';

type Components = Record<string, Record<string, object>>;

interface Document {
  readonly info: object;
  readonly tags?: readonly object[];
  readonly paths: Record<string, object>;
  readonly components: Components;
}

interface OneDocumentOptions {
  readonly servers: readonly string[];
  /** Where the paths of a document begin. */
  readonly prefix: (name: string) => string;
}

/**
 * What documents describe alike stands once. A part that another document describes otherwise gets
 * the name of its own: `FlashSaleProblem403`.
 *
 * @param documents by name: `flash-sale`
 */
export function oneDocument(
  documents: ReadonlyMap<string, object>,
  { servers, prefix }: OneDocumentOptions,
): object {
  const components: Components = {};
  const paths: Record<string, object> = {};
  const tags: object[] = [];
  for (const [name, document] of documents) {
    const parts = addComponents(components, name, document as Document);
    for (const [path, operations] of Object.entries(parts.paths)) {
      paths[prefix(name) + path] = operations;
    }
    tags.push(...(parts.tags ?? []));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'hawker',
      description: 'All services that run here, at the address of the console.',
      version: '1.0.0',
    },
    servers: servers.map((url) => ({ url })),
    tags,
    paths,
    components,
  };
}

/** @returns the document, with references to where its components stand now */
function addComponents(all: Components, name: string, document: Document): Document {
  const renamed = new Map<string, string>();
  for (const [kind, parts] of Object.entries(document.components)) {
    const present = (all[kind] ??= {});
    for (const [part, content] of Object.entries(parts)) {
      if (present[part] === undefined || isDeepStrictEqual(present[part], content)) continue;
      const other = pascalCase(name) + part;
      renamed.set(`#/components/${kind}/${part}`, `#/components/${kind}/${other}`);
    }
  }
  const moved = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === '$ref' ? (renamed.get(value as string) ?? value) : value,
  ) as Document;
  for (const [kind, parts] of Object.entries(moved.components)) {
    for (const [part, content] of Object.entries(parts)) {
      const place = renamed.get(`#/components/${kind}/${part}`)?.split('/').at(-1) ?? part;
      all[kind]![place] = content;
    }
  }
  return moved;
}

const pascalCase = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
