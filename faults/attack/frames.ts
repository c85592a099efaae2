/** WebSocket frames (RFC 6455), well formed or not. */

/** From 0 to 1. */
export type Random = () => number;

/** One frame; its mask is zero, so that the payload stands as it is. */
function frame(payload: Buffer, { opcode = 1, isFinal = true, isMasked = true } = {}): Buffer {
  const length = payload.length;
  const masked = isMasked ? 0x80 : 0;
  const head = length < 126 ? [masked | length] : [masked | 126, length >> 8, length & 0xff];
  const mask = isMasked ? [0, 0, 0, 0] : [];
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, ...head, ...mask]), payload]);
}

const text = (value: string) => frame(Buffer.from(value));

const lists: readonly (() => Buffer[])[] = [
  () => Array.from({ length: 5_000 }, () => frame(Buffer.from('x'))),
  () => [text('['.repeat(5_000)), text('{"content":'.repeat(2_000)), text('{"content":"\\ud800"}')],
  () => [text('{"content":"hello","__proto__":{"type":"typing"}}'), text('null'), text('[]')],
  () => [text('{"type":"read","seq":1e400}'), text('{"type":"typing","to":["ann"]}')],
  () => [text(JSON.stringify({ content: 'x'.repeat(60_000) }))],
  () => [frame(Buffer.from([0xed, 0xa0, 0x80]))],
  () => [frame(Buffer.from('not masked'), { isMasked: false })],
  () => [frame(Buffer.from('x'), { opcode: 3 })],
  () => [frame(Buffer.from('a continuation of nothing'), { opcode: 0 })],
  () =>
    Array.from({ length: 2_000 }, (_, i) =>
      frame(Buffer.alloc(1), { opcode: i && 1, isFinal: false }),
    ),
  () => Array.from({ length: 1_000 }, () => frame(Buffer.alloc(125), { opcode: 9 })),
  () => [frame(Buffer.alloc(126), { opcode: 9 }), frame(Buffer.from([3]), { opcode: 8 })],
  // The length of 8 exbibytes.
  () => [Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1])],
];

/** Draws the frames that a client sends after its handshake, with a close frame at the end. */
export function framesOf(random: Random): Buffer {
  const chosen = lists[Math.floor(random() * lists.length)]!;
  return Buffer.concat([...chosen(), frame(Buffer.alloc(0), { opcode: 8 })]);
}
