/** Routes that show and change the ring. They are on the console port, because `/:key` takes every path of the service's own port. */
import { redactUrl } from '#kit/base/address-form.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList, type Portions } from '#kit/web/json/stream.ts';
import { common, invalid, problemResponses, Refusal } from '#kit/web/problem.ts';
import { changeRing } from './change.ts';
import type { Cluster } from './cluster.ts';
import { checkKey } from './keys/entries.ts';
import { refuse } from './errors.ts';
import { nodeId, readNodeList, type NodeAddress } from './ring/node-list.ts';
import type { NodeMap } from './store/node.ts';
import { Ring, virtualNodes, type Movement } from './ring/ring.ts';
import * as schemas from './schemas.ts';

export function consoleRoutes(app: App, cluster: Cluster): void {
  const refused = problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE);

  const showSchema = {
    operationId: 'keyValueShowRing',
    summary: 'Show the nodes of the ring',
    description:
      "With each node's share of the positions and its number of keys, which is null while the node is away.",
    access: access.admin,
    response: { ...refused, 200: schemas.RingView },
  };
  app.get('/admin/ring', { schema: showSchema }, () => show(cluster));

  const locateSchema = {
    operationId: 'keyValueLocate',
    summary: 'Find the node that owns a key',
    description: 'The key need not have a value.',
    access: access.admin,
    querystring: schemas.LocateQuery,
    response: { ...refused, 200: schemas.Location },
  };
  app.get('/admin/ring/locate', { schema: locateSchema }, async ({ query }) => {
    const key = checkKey(query.key);
    const { position, virtualNode, node } = cluster.view.current.ring.locate(key);
    return { key, position, virtual_node: virtualNode, node };
  });

  const planSchema = {
    operationId: 'keyValuePlanRing',
    summary: 'Show what a ring change would move',
    description: 'Changes nothing. Compares the given list of nodes with the present ring.',
    access: access.admin,
    body: schemas.NodesBody,
    response: { ...refused, 200: schemas.Plan },
  };
  app.post('/admin/ring/plan', { schema: planSchema }, async ({ body }, reply) =>
    sendList(reply, 'movements', plan(cluster, readNodes(body.nodes))),
  );

  const changeSchema = {
    operationId: 'keyValueChangeRing',
    summary: 'Change the nodes of the ring',
    description:
      'Puts the given list of nodes in force and answers when all keys have moved; keys are served in the meantime. After a failure, the same request finishes what it began. Fails with 409 RING_CHANGING while a change to other nodes is under way, and with 409 NODE_NOT_EMPTY when a node that joins already holds keys.',
    access: access.admin,
    body: schemas.ChangeBody,
    response: {
      ...problemResponses(
        common.ADMIN_TOKEN_REQUIRED,
        common.STORE_UNAVAILABLE,
        refuse.RING_CHANGING,
        refuse.NODE_NOT_EMPTY,
        refuse.NODE_UNREACHABLE,
        refuse.NODE_OF_ANOTHER_RING,
        common.STORE_FULL,
      ),
      200: schemas.Changed,
    },
  };
  app.post('/admin/ring', { schema: changeSchema }, async ({ body }) => {
    const nodes = readNodes(body.nodes);
    const moved = await changeRing(cluster, nodes, readLost(cluster, nodes, body.lost));
    const { version } = cluster.view.record;
    return { version, nodes: nodes.map(({ name }) => name), moved };
  });
}

async function show(cluster: Cluster) {
  const { record, current } = cluster.view;
  const shares = current.ring.shares();
  const nodes = record.nodes.map(async ({ name, address }) => ({
    name,
    address: address === undefined ? null : redactUrl(address),
    virtual_nodes: virtualNodes,
    share: shares.get(name)!,
    keys: await countOf(current.nodes.get(name)!),
  }));
  const changing = record.former !== undefined;
  return { version: record.version, changing, nodes: await Promise.all(nodes) };
}

async function countOf(node: NodeMap): Promise<number | null> {
  try {
    return await node.count();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Movements that are sent together. */
const portionSize = 500;

/** A name at another address is another map: all of its keys move. */
async function* plan({ view }: Cluster, next: readonly NodeAddress[]): Portions<Movement> {
  const addresses = new Map(view.record.nodes.map((node) => [node.name, nodeId(node)]));
  const elsewhere = next.filter(
    (node) => (addresses.get(node.name) ?? nodeId(node)) !== nodeId(node),
  );
  const ring = await Ring.of(next.map(({ name }) => name));
  const moved = new Set(elsewhere.map(({ name }) => name));
  const movements = await view.current.ring.movementsTo(ring, moved);
  for (let from = 0; from < movements.length; from += portionSize) {
    yield movements.slice(from, from + portionSize);
  }
  return { share: movements.reduce((sum, { share }) => sum + share, 0) };
}

/** @throws Refusal VALIDATION_FAILED naming the entry */
function readLost(
  { view }: Cluster,
  next: readonly NodeAddress[],
  lost: readonly string[],
): readonly string[] {
  const { nodes, former = [] } = view.record;
  const present = new Set([...nodes, ...former].map(({ name }) => name));
  lost.forEach((name, i) => {
    if (!present.has(name)) throw invalid(`lost.${i}`, 'is not a node of the ring');
    if (next.some((node) => node.name === name))
      throw invalid(`lost.${i}`, 'must not be in nodes as well');
  });
  return lost;
}

/** @throws Refusal VALIDATION_FAILED naming the entry */
function readNodes(entries: readonly string[]): NodeAddress[] {
  const nodes = readNodeList(entries);
  if (Array.isArray(nodes)) return nodes;
  throw invalid(`nodes.${nodes.index}`, nodes.message);
}
