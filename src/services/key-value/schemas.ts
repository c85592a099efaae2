import { Type } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped } from '#kit/web/schema.ts';
import { maxNodes } from './ring/node-list.ts';

const Key = (description: string) => Type.String({ minLength: 1, description });
const key = Type.String();

export const KeyParams = Type.Object({
  // Its length counts in bytes, which no schema does: see entries.ts.
  key: Key('1–512 bytes in UTF-8, percent-encoded'),
});

/** Its type, UTF-8, is checked in entries.ts: Content-Type says nothing about it. */
export const Value = Type.Unsafe<Buffer | undefined>({
  description: 'text in UTF-8, up to 1 MiB, of any Content-Type; none is an empty value',
});

const conditions = {
  'if-match': Type.Optional(
    Type.String({
      description: 'ETags in quotes, separated by commas, or *: the value must be one',
    }),
  ),
  'if-none-match': Type.Optional(
    Type.String({
      description: 'ETags in quotes, separated by commas, or *: the value must be none',
    }),
  ),
};
export const ConditionHeaders = Type.Object(conditions);
export const PutHeaders = Type.Object({
  ...conditions,
  ttl: Type.Optional(
    Type.String({
      description: 'seconds until the key has no value any more, 1–31,536,000; by default it stays',
    }),
  ),
});

export const Stored = {
  description: 'The value is stored',
  headers: headersOfAnswer('ETag'),
  content: {
    'application/json': { schema: Enveloped(Type.Object({ key, stored: Type.Boolean() })) },
  },
};
export const Deleted = Enveloped(Type.Object({ key, deleted: Type.Boolean() }));
export const Found = {
  description: 'The value; on its own for `Accept: application/octet-stream`',
  headers: headersOfAnswer('Vary', 'ETag', 'TTL'),
  content: {
    'application/json': { schema: Enveloped(Type.Object({ key, value: Type.String() })) },
    'application/octet-stream': { schema: Type.String() },
  },
};
export const NotModified = Type.Null({
  description: 'The value is one of those in If-None-Match',
  headers: headersOfAnswer('Vary', 'ETag', 'TTL'),
});

export const ListQuery = Type.Object({
  prefix: Type.String({ default: '', description: 'keys that begin so, up to 512 bytes in UTF-8' }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: 'next_cursor of the page before' }),
  ),
});
export const KeyList = Enveloped(
  Type.Object({
    keys: Type.Array(
      Type.Object({
        key,
        size: Type.Integer({ description: 'bytes of the value' }),
        expires_at: Type.Optional(
          Type.Integer({ description: 'when the key expires, milliseconds since the epoch' }),
        ),
      }),
      { description: 'in the order of their bytes' },
    ),
    next_cursor: Type.Optional(Type.String({ description: 'there may be more' })),
  }),
);

const Share = Type.Number({ description: 'part of all positions, 0–1' });

export const RingView = Type.Object({
  version: Type.Integer({ description: 'grows when a change begins and when it ends' }),
  changing: Type.Boolean({ description: 'whether keys are on the move' }),
  nodes: Type.Array(
    Type.Object({
      name: Type.String(),
      address: Type.Union([Type.String(), Type.Null()], {
        description: 'Redis of the node, without password; null when it has none of its own',
      }),
      virtual_nodes: Type.Integer(),
      share: Share,
      keys: Type.Union([Type.Integer(), Type.Null()], {
        description: 'number of keys; null while the node is away',
      }),
    }),
  ),
});

export const LocateQuery = Type.Object({ key: Key('1–512 bytes in UTF-8') });
export const Location = Type.Object({
  key,
  position: Type.Integer({ description: 'CRC-32 of the key' }),
  virtual_node: Type.Integer({ description: 'position of the first virtual node clockwise' }),
  node: Type.String(),
});

export const NodesBody = Type.Object({
  nodes: Type.Array(Type.String({ maxLength: 1024 }), {
    minItems: 1,
    maxItems: maxNodes,
    description: 'the whole list, each entry as in KV_NODES',
  }),
});
export const ChangeBody = Type.Object({
  ...NodesBody.properties,
  lost: Type.Array(Type.String(), {
    default: [],
    maxItems: maxNodes,
    description: 'names of present nodes that are gone for good: their keys are given up',
  }),
});
export const Plan = Type.Object({
  share: Type.Number({ description: 'part of all positions that would change its owner, 0–1' }),
  movements: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), share: Share })),
});
export const Changed = Type.Object({
  version: Type.Integer(),
  nodes: Type.Array(Type.String()),
  moved: Type.Integer({ description: 'number of keys that this request moved' }),
});
