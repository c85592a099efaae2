/** What workers and the primary say to each other. */
export type Message =
  /** A worker serves; the lines tell where. */
  | { readonly hawker: 'ready'; readonly lines: readonly string[] }
  /** A worker asks for the metrics of all of them, and is answered. */
  | {
      readonly hawker: 'metrics';
      readonly id: number;
      readonly text?: string;
      readonly error?: string;
    }
  /** The primary asks a worker for its own metrics, and is answered. */
  | {
      readonly hawker: 'own metrics';
      readonly id: number;
      readonly metrics?: object[];
      readonly error?: string;
    };

export const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'hawker' in message;
