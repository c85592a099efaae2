import { Type } from 'typebox';
import { headersOfAnswer } from '#kit/base/answer-headers.ts';
import { Enveloped } from '#kit/web/schema.ts';
import { maxNodes } from './ring/node-list.ts';

const Key = (description: string) => Type.String({ minLength: 1, description });
const key = Type.String({ description: 'the key' });

export const KeyParams = Type.Object({
  // Its length is limited in bytes, which a schema cannot express: see entries.ts.
  key: Key('the key: 1–512 bytes in UTF-8, percent-encoded'),
});

/** The bytes of a value. entries.ts checks that they are UTF-8, since Content-Type does not say so. */
export const Value = Type.Unsafe<Buffer | undefined>({
  description:
    'the value: text in UTF-8, up to 1 MiB, of any Content-Type; without a body the value is empty',
});

const conditions = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETags in quotes, separated by commas, one of which must be that of the value; *: the key must have a value',
    }),
  ),
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'ETags in quotes, separated by commas, none of which may be that of the value; *: the key must not have a value',
    }),
  ),
};
export const ConditionHeaders = Type.Object(conditions);
export const PutHeaders = Type.Object({
  ...conditions,
  ttl: Type.Optional(
    Type.String({
      description:
        'seconds until the key expires, 1–31,536,000; without it, the key does not expire',
    }),
  ),
});

export const Stored = {
  description: 'The value is stored',
  headers: headersOfAnswer('ETag'),
  content: {
    'application/json': {
      schema: Enveloped(Type.Object({ key, stored: Type.Boolean({ description: 'always true' }) })),
    },
  },
};
export const Deleted = Enveloped(
  Type.Object({
    key,
    deleted: Type.Boolean({ description: 'always true, also when there was no value' }),
  }),
);
export const Found = {
  description: 'The value in JSON, or its bytes alone for `Accept: application/octet-stream`',
  headers: headersOfAnswer('Vary', 'ETag', 'TTL'),
  content: {
    'application/json': {
      schema: Enveloped(Type.Object({ key, value: Type.String({ description: 'the value' }) })),
    },
    'application/octet-stream': { schema: Type.String({ description: 'the value' }) },
  },
};
export const NotModified = Type.Null({
  description: 'The value has an ETag that If-None-Match names',
  headers: headersOfAnswer('Vary', 'ETag', 'TTL'),
});

export const ListQuery = Type.Object({
  prefix: Type.String({
    default: '',
    description: 'only keys that begin with this text, up to 512 bytes in UTF-8',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'maximum number of keys per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: 'next_cursor of the previous page' }),
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
      { description: 'in the order of the bytes of the keys' },
    ),
    next_cursor: Type.Optional(
      Type.String({ description: 'cursor of the next page; absent on the last one' }),
    ),
  }),
);

const Share = Type.Number({ description: 'share of all positions, 0–1' });

export const RingView = Type.Object({
  version: Type.Integer({ description: 'grows by one when a change begins and when it ends' }),
  changing: Type.Boolean({ description: 'whether keys are moving to other nodes' }),
  nodes: Type.Array(
    Type.Object({
      name: Type.String({ description: 'the node' }),
      address: Type.Union([Type.String(), Type.Null()], {
        description:
          'address of the Redis of the node, without the password; null if the node uses the store of the service',
      }),
      virtual_nodes: Type.Integer({ description: 'virtual nodes of the node on the ring' }),
      share: Share,
      keys: Type.Union([Type.Integer(), Type.Null()], {
        description: 'number of keys; null while the node is away',
      }),
    }),
    { description: 'the nodes of the present ring' },
  ),
});

export const LocateQuery = Type.Object({ key: Key('the key: 1–512 bytes in UTF-8') });
export const Location = Type.Object({
  key,
  position: Type.Integer({ description: 'position of the key on the ring: its CRC-32' }),
  virtual_node: Type.Integer({ description: 'position of the first virtual node clockwise' }),
  node: Type.String({ description: 'the node that owns the key' }),
});

export const NodesBody = Type.Object({
  nodes: Type.Array(Type.String({ maxLength: 1024 }), {
    minItems: 1,
    maxItems: maxNodes,
    description: 'the whole list of nodes, each written as in KV_NODES',
  }),
});
export const ChangeBody = Type.Object({
  ...NodesBody.properties,
  lost: Type.Array(Type.String(), {
    default: [],
    maxItems: maxNodes,
    description: 'names of nodes that are gone for good; their keys are lost',
  }),
});
export const Plan = Type.Object({
  share: Type.Number({ description: 'share of all positions that would change owner, 0–1' }),
  movements: Type.Array(
    Type.Object({
      from: Type.String({ description: 'the present owner' }),
      to: Type.String({ description: 'the next owner' }),
      share: Share,
    }),
    { description: 'what would move between each pair of nodes' },
  ),
});
export const Changed = Type.Object({
  version: Type.Integer({ description: 'version of the ring after the change' }),
  nodes: Type.Array(Type.String(), { description: 'names of the nodes that are now in the ring' }),
  moved: Type.Integer({ description: 'keys that this request moved' }),
});
