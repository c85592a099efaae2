/** WebSocket frames (RFC 6455, section 5.2), built once a message instead of once a client. */
import type { Message } from '../store/message.ts';

/** A text frame as servers send it: final, not masked, not compressed. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) {
    frame[1] = length;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head, 'utf8');
  return frame;
}

/** The frames of several messages, one after the other, for one write. */
export function messageFrames(messages: readonly Message[]): Buffer {
  const frames = messages.map((message) => textFrame(JSON.stringify(message)));
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames);
}
