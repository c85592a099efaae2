import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Parser, type RawEvent } from '../follow/events.ts';

const parse = (...chunks: string[]): RawEvent[] => {
  const parser = new Parser();
  return chunks.flatMap((chunk) => [...parser.feed(chunk)]);
};

describe('server-sent events', () => {
  it('have a name, data of many lines, and the id of the last one that had one', () => {
    const text = ': open\n\nid: 7\nevent: page\ndata: {"a":\ndata:  1}\n\ndata\n\nretry: 5\n\n';
    assert.deepEqual(parse(text), [
      { event: 'page', text: '{"a":\n 1}', id: '7' },
      { event: 'message', text: '', id: '7' },
    ]);
  });

  it('an id alone is a place to resume from', () => {
    assert.deepEqual(parse('id: 3\n\ndata: a\n\n'), [
      { event: 'message', text: '', id: '3' },
      { event: 'message', text: 'a', id: '3' },
    ]);
  });

  it('an incomplete event does not count', () => {
    assert.deepEqual(parse('id: 3\nevent: page\ndata: {"a":1}\n'), []);
  });

  it('are the same in whatever parts they come, with all three ends of lines', () => {
    const line = fc.constantFrom('data: a', 'data: b', 'id: 1', 'id: 2', 'event: x', ': c', '', '');
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    const laws = fc.property(fc.array(line), ends, fc.array(fc.nat(9)), (lines, end, cuts) => {
      // A line feed would belong to a carriage return before it.
      const text = [...lines, 'data: last', '', ''].join(end);
      const chunks: string[] = [];
      let rest = text;
      for (const cut of cuts) {
        chunks.push(rest.slice(0, cut));
        rest = rest.slice(cut);
      }
      assert.deepEqual(parse(...chunks, rest), parse(text.replaceAll(end, '\n')));
    });
    fc.assert(laws);
  });
});
