import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooDeep, maxJsonDepth, scanJson } from './scan.ts';

async function tokensOf(text: string): Promise<string> {
  const json = Buffer.from(text);
  let tokens = '';
  await scanJson(json, (token, at) => {
    assert.equal(json[at], token);
    tokens += String.fromCharCode(token);
  });
  return tokens;
}

describe('scanJson', () => {
  it('tells of each token, and of a string only its beginning', async () => {
    assert.equal(await tokensOf('{"a": [1, "b,c", true], "d": {}}'), '{":[,",],":{}}');
  });

  it('knows escaped quotes, and backslashes that are escaped themselves', async () => {
    assert.equal(await tokensOf(String.raw`["\"]", "\\", "\\\"{"]`), '[",","]');
  });

  it('reads what is not JSON too', async () => {
    assert.equal(await tokensOf('}]é,"never ended: {'), '}],"');
  });

  it('refuses what is nested deeper than the bound, however long it is', async () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '0' + '}]'.repeat(depth / 2);
    const list = (depth: number) => `[${`${nested(depth - 2)},`.repeat(500)}0]`;
    await tokensOf(list(maxJsonDepth));
    const tooDeep = { code: 'VALIDATION_FAILED', message: /nested too deep/ };
    await assert.rejects(tokensOf(list(maxJsonDepth + 2)), tooDeep);
    assert.equal(isTooDeep(Buffer.from(nested(maxJsonDepth))), false);
    assert.equal(isTooDeep(Buffer.from(`[${nested(maxJsonDepth)}]`)), true);
    // Brackets in a string nest nothing, also behind an escaped quote.
    assert.equal(isTooDeep(Buffer.from(JSON.stringify(`"${'['.repeat(1_000)}`))), false);
  });

  it('ends when told to', async () => {
    let told = 0;
    const stop = new Error('enough');
    const scan = scanJson(Buffer.from('[[[['), () => {
      if (++told === 2) throw stop;
    });
    await assert.rejects(scan, stop);
    assert.equal(told, 2);
  });
});
