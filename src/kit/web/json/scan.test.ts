import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanJson } from './scan.ts';

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
