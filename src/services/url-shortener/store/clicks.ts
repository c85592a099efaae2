/** How many different hosts a day of a link tells apart; the others count as `other`. */
export const hostsADay = 1_000;

export const otherHosts = 'other';

/** `agent`: requests that did not say what they are, which are not among the clicks. */
export type SourceKind = 'host' | 'country' | 'agent';

export interface SourceClicks {
  readonly kind: SourceKind;
  readonly name: string;
  readonly clicks: number;
}

/** Clicks on one link on one day. */
export interface LinkClicks {
  readonly linkId: number;
  /** Days since the epoch, in UTC. */
  readonly day: number;
  /** Those of people. */
  readonly clicks: number;
  readonly bots: number;
  /** How many redirects, of any kind of agent, are to be added to the link's own `clicks`. */
  readonly uncounted: number;
  /** Where the clicks came from, and those of unknown agents: each kind and name once. */
  readonly sources: readonly SourceClicks[];
}

/** The sums that are recorded in one step. */
export interface Portion {
  /** The process that counted. */
  readonly writer: string;
  /** 1, 2, 3 … of this writer. */
  readonly number: number;
  /** Each link and day once. */
  readonly clicks: readonly LinkClicks[];
}

export interface DayClicks {
  readonly day: number;
  readonly clicks: number;
  readonly bots: number;
}

/** Both ends are included. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** Part of a day's clicks. */
export interface DaySource extends SourceClicks {
  readonly day: number;
}

/** Clicks on links by day, by host and by country: sums only. */
export interface ClickStore {
  /**
   * Adds clicks, durably. A portion that has been recorded is not recorded again; those of a link
   * that is removed count nowhere.
   *
   * @param now milliseconds since the epoch
   */
  record(portion: Portion, now: number): Promise<void>;

  days(linkId: number, days: Days): Promise<DayClicks[]>;

  /** In order of day, kind and name: those after `after`, at most `limit`. */
  sources(
    linkId: number,
    days: Days,
    after: Pick<DaySource, 'day' | 'kind' | 'name'> | undefined,
    limit: number,
  ): Promise<DaySource[]>;

  /** Removes some of the clicks on links that are removed; false: none were left. */
  sweep(): Promise<boolean>;
}
