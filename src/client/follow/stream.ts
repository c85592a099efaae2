export interface StreamEvent<T> {
  readonly event: string;
  readonly data: T;
  /** Where the stream may be resumed: give it as `last-event-id`. Journals have it, states do not. */
  readonly id?: string;
  /**
   * Whether it is the first one of a connection. A state stream begins each connection with the
   * present state; later events change that state.
   */
  readonly isFirst: boolean;
}

/**
 * Connects when it is first read, and again whenever the connection is lost, until the loop is left or
 * the signal is aborted, which ends it without an error. Throws a HawkerError when the service refuses.
 */
export type Stream<T> = AsyncGenerator<StreamEvent<T>, void, undefined>;
