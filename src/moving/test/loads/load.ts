/** What clients of one service write, and how each write is found again. */
export interface Load {
  readonly service: string;
  readonly prepare?: (address: string) => Promise<void>;
  /** @returns what names the write, when it is acknowledged */
  readonly write: (address: string, n: string) => Promise<string>;
  readonly isThere: (address: string, id: string) => Promise<boolean>;
}
