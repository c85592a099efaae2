/** Batches: one message to many users, made into notifications bit by bit; and who subscribes to a topic. */
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { Draft, Joining, Plan, State } from '../notification.ts';
import type { BulkBody } from '../schemas.ts';

/** The message that all users of a batch get. */
export type Message = Omit<BulkBody, 'user_ids' | 'channel'> & {
  readonly channel: Draft['channel'];
};

export type Recipients =
  | { readonly topic: string }
  /** In the order of JavaScript's strings, each once. */
  | { readonly userIds: readonly string[] };

/** The next users of a batch that is under way. */
export interface Portion {
  readonly batch: number;
  readonly message: Message;
  /** Where it begins: after this user. */
  readonly after: string;
  /** None: all have theirs. */
  readonly userIds: readonly string[];
}

export interface Part {
  readonly draft: Draft;
  readonly plan: Plan;
  /** It joins a digest instead. */
  readonly joining?: Joining;
}

export interface BatchSummary {
  readonly total: number;
  /** How many are notifications by now. */
  readonly made: number;
  readonly states: readonly {
    readonly state: State;
    /** An attempt has failed. */
    readonly hasFailed: boolean;
    /** It is due in the future. */
    readonly isLater: boolean;
    readonly count: number;
  }[];
}

export type Begun =
  | { readonly kind: 'new' | 'repeated'; readonly batch: number }
  | { readonly kind: 'mismatched' };

export interface BatchStore {
  /** Stores a batch as a whole: from now on each of its notifications will come to be. */
  begin(
    message: Message,
    recipients: Recipients,
    key: IdempotencyKey | undefined,
    now: number,
  ): Promise<Begun>;

  /**
   * The next users of the batch that was begun first, up to `limit` of them, and up to `maxBytes` of
   * texts.
   *
   * @returns undefined when none is under way
   */
  portion(limit: number, maxBytes: number): Promise<Portion | undefined>;

  /**
   * Stores the notifications of a portion, unless another replica has done so. An empty one ends the
   * batch.
   *
   * @returns whether it did; the others must read on
   */
  makePortion(portion: Portion, parts: readonly Part[], now: number): Promise<boolean>;

  /** @returns undefined for a batch that is unknown, or forgotten */
  batch(batch: number, now: number): Promise<BatchSummary | undefined>;

  subscribe(topic: string, userId: string): Promise<void>;
  unsubscribe(topic: string, userId: string): Promise<void>;

  /** Lets users subscribe to a topic, or services only, as at first. Subscriptions stay. */
  openTopic(topic: string, isOpen: boolean): Promise<void>;
  isTopicOpen(topic: string): Promise<boolean>;
}
