/** What clients say: text frames of JSON. */
import { parseJson } from '#kit/web/json/parse.ts';
import { faultOfContent } from '../content.ts';
import { ephemeralTypes, type EphemeralType } from '../store/message.ts';

/** An ephemeral frame that is longer is dropped. */
const maxEphemeralBytes = 1024;

type Incoming =
  | { readonly kind: 'message'; readonly content: string }
  | { readonly kind: 'ephemeral'; readonly type: EphemeralType; readonly said: object };

/** Undefined for a frame that is to be dropped. */
export function readFrame(data: Buffer): Incoming | undefined {
  const frame = parseJson(data.toString('utf8'));
  if (typeof frame !== 'object' || frame === null) return undefined;
  const { content, type } = frame as { readonly content?: unknown; readonly type?: unknown };
  if (isEphemeral(type)) {
    return data.length > maxEphemeralBytes ? undefined : { kind: 'ephemeral', type, said: frame };
  }
  if (typeof content !== 'string' || faultOfContent(content) !== undefined) return undefined;
  return { kind: 'message', content };
}

const isEphemeral = (type: unknown): type is EphemeralType =>
  type !== undefined && (ephemeralTypes as readonly unknown[]).includes(type);
