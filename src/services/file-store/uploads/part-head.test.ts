import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileHead } from './part-head.ts';

/** As the parser hands them out: one character a byte. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

function filenameIn(parameters: string): string | undefined {
  const disposition = bytesOf(`form-data; name="file"; ${parameters}`);
  return fileHead({ 'content-disposition': [disposition] })?.filename;
}

test('takes filename* before filename, in any order, quoted or not', () => {
  for (const [parameters, expected] of [
    [`filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`, 'naïve.txt'],
    [`filename*=utf-8''na%C3%AFve.txt; filename="na_ve.txt"`, 'naïve.txt'],
    [`filename="=?utf-8?B?bmHDr3ZlLnR4dA==?="; filename*=utf-8''na%C3%AFve.txt`, 'naïve.txt'],
    [`filename="na_ve.txt"; filename*="utf-8''na%C3%AFve.txt"`, 'naïve.txt'],
    [`filename=na_ve.txt;filename*=UTF-8'en'na%c3%afve%20%22b%22.txt`, 'naïve "b".txt'],
    [`FileName=x; FILENAME* = utf-8''a.txt `, 'a.txt'],
    [`filename*=utf-8''%E2%82%AC%20rates`, '€ rates'],
  ] as const) {
    assert.equal(filenameIn(parameters), expected, parameters);
  }
});

test('decodes filename* in the charset that it names', () => {
  for (const [parameters, expected] of [
    ["filename*=iso-8859-1''%A3%20rates", '£ rates'],
    ["filename*=ISO-8859-1'en'na%EFve.txt", 'naïve.txt'],
    ["filename*=windows-1252''%80.txt", '€.txt'],
    ["filename*=shift_jis''%83e%83X%83g.txt", 'テスト.txt'],
    ["filename*=us-ascii''a%20b.txt", 'a b.txt'],
  ] as const) {
    assert.equal(filenameIn(parameters), expected, parameters);
  }
});

test('joins a name that comes in several parameters', () => {
  assert.equal(
    filenameIn("filename*0*=utf-8''na%C3; filename*1*=%AFve; filename*2=.txt"),
    'naïve.txt',
  );
  assert.equal(
    filenameIn('filename*0="a long "; filename*1="name 100%.txt"'),
    'a long name 100%.txt',
  );
  assert.equal(
    filenameIn('filename="x"; filename*0="first "; filename*1="second"'),
    'first second',
  );
});

test('falls back to filename when filename* cannot be decoded', () => {
  for (const extended of ['naïve.txt', "none''a.txt", "utf-8''%FF.txt", "''a.txt", 'x']) {
    assert.equal(filenameIn(`filename="plain.txt"; filename*=${extended}`), 'plain.txt', extended);
  }
  assert.equal(filenameIn('filename*=only.txt'), 'only.txt');
});

test('reads filename as UTF-8, else as Windows-1252, with its escapes and without its folders', () => {
  for (const [parameters, expected] of [
    ['filename="naïve 😀.txt"', 'naïve 😀.txt'],
    ['filename=plain.txt', 'plain.txt'],
    ['filename="a;b=c.txt"', 'a;b=c.txt'],
    [String.raw`filename="quo\"te.txt"`, 'quo"te.txt'],
    [String.raw`filename="C:\docs\new.txt"`, 'new.txt'],
    ['filename="docs/new.txt"', 'new.txt'],
    ["filename*=utf-8''..%2Fnew.txt", 'new.txt'],
    ['filename=""', ''],
    ['filename="100%25.txt"', '100%25.txt'],
    ['filename="open', '"open'],
  ] as const) {
    assert.equal(filenameIn(parameters), expected, parameters);
  }
  const latin1 = 'form-data; name="file"; filename="na\xefve.txt"';
  assert.equal(fileHead({ 'content-disposition': [latin1] })?.filename, 'naïve.txt');
});

test('a part without a filename is a field, unless its type is application/octet-stream', () => {
  const field = ['form-data; name="filename"'];
  const none = { filename: undefined, mimeType: undefined };
  assert.equal(fileHead({ 'content-disposition': field }), undefined);
  assert.equal(fileHead({ 'content-disposition': ['attachment; filename=a'] }), undefined);
  assert.equal(fileHead({}), undefined);
  const bytes = { 'content-disposition': field, 'content-type': ['application/octet-stream'] };
  assert.deepEqual(fileHead(bytes), { ...none, mimeType: 'application/octet-stream' });
  for (const type of [[], [''], [' ']]) {
    const disposition = ['form-data; filename=a'];
    const head = fileHead({ 'content-disposition': disposition, 'content-type': type });
    assert.deepEqual(head, { filename: 'a', mimeType: undefined });
  }
});
