/** A Redis Cluster whose slots may move and whose nodes may fail: docs/adr/0024. */
import { Cluster, type ClusterOptions, type Redis, type RedisOptions } from 'ioredis';

const options: ClusterOptions = {
  lazyConnect: true,
  shardedSubscribers: true,
  // For a node that is being connected to. While there is no Cluster at all, see `sendCommand`.
  enableOfflineQueue: true,
  // A command that a closed connection leaves in doubt is not sent again, nor one for which the
  // Cluster is down. One that no node takes since its slot moves is asked for again, twice at
  // most: within a quarter of a second it is done or refused.
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  retryDelayOnTryAgain: 100,
  maxRedirections: 5,
  // See `RedisCluster`: the client's own timer starts again when it ends during a refresh, and then
  // the process never ends.
  slotsRefreshInterval: 0,
};

/** A master that stalls closes no connection: reading the slots finds the replica that took over. */
const readSlotsEveryMs = 5_000;

export class RedisCluster extends Cluster {
  constructor(
    addresses: string[],
    redisOptions: RedisOptions & { replyMapping?: 'legacy' },
    retryAfterMs: (attempt: number) => number,
  ) {
    super(addresses, { ...options, redisOptions, clusterRetryStrategy: retryAfterMs });
    this.on('+node', takeFailuresOfAsking);
    const readSlots = () => {
      if (this.status === 'ready') this.refreshSlotsCache();
    };
    const timer = setInterval(readSlots, readSlotsEveryMs).unref();
    this.on('end', () => clearInterval(timer));
  }

  /** While it connects again commands fail at once, but for the last check before it is ready. */
  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    const isCheck = this.status === 'connect' && command.name === 'cluster';
    if (this.status === 'ready' || isCheck) {
      return super.sendCommand(command, ...rest);
    }
    command.reject(new Error("the Cluster isn't ready"));
    return command.promise;
  }
}

/**
 * The client sends ASKING before a command that was redirected and leaves the reply to nobody: a
 * failure would end the process. That command fails by itself, or is redirected again.
 */
function takeFailuresOfAsking(node: Redis): void {
  const asking = node.asking.bind(node);
  node.asking = async () => asking().catch(() => 'OK');
}
