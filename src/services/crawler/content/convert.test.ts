import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Format } from '../options.ts';
import { convert, maxContentBytes } from './convert.ts';

const url = 'http://a.example/dir/page';
const all = ['html', 'text', 'markdown'] as const;

function made(html: string | Buffer, formats: readonly Format[] = all, contentType = 'text/html') {
  const source = { body: Buffer.from(html), contentType, url };
  return Object.fromEntries([...convert(source, formats)].map(([f, b]) => [f, b.toString()]));
}

const sentence = 'Water should be hot, and leaves should be fresh, says everybody who drinks it. ';
const article = `<!doctype html><html><head><title>Green tea</title></head><body>
  <nav><a href="/home">Home</a><a href="/shop">Shop</a></nav>
  <article><h1>Green tea</h1><p>First, ${sentence.repeat(5)}</p>
  <h2>Leaves</h2><p>Then <a href="../leaf?x=1">leaves</a>. ${sentence.repeat(5)}</p>
  <ul><li>one</li><li>two</li></ul><pre><code>a  b
  c</code></pre>
  <p><a href="javascript:alert(1)">press</a> <img src="cup.png" alt="Cup"></p></article>
  <footer>Imprint</footer><script>alert('no')</script></body></html>`;

test('html is the page as it came, in UTF-8, and says so', () => {
  assert.deepEqual(made(article, ['html']), { html: article });
  const latin = Buffer.from('<title>\xe9t\xe9</title>', 'latin1');
  assert.deepEqual(made(latin, ['html'], 'text/html; charset=iso-8859-1'), {
    html: '<meta charset="utf-8"><title>été</title>',
  });
});

test('html declares the charset that it is kept in, wherever the page declared another', () => {
  const latin1 = (html: string) => made(Buffer.from(html, 'latin1'), ['html']).html;
  for (const [page, kept] of [
    ['<meta charset=windows-1252>\xe9', '<meta charset="utf-8">é'],
    ["<META name=x CharSet = 'windows-1252' />\xe9", '<META name=x CharSet = "utf-8" />é'],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">\xe9',
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">é',
    ],
    [
      '<meta content="text/html;charset=windows-1252" http-equiv=content-type>\xe9',
      '<meta content="text/html;charset=utf-8" http-equiv=content-type>é',
    ],
    [
      '<?xml version="1.0" encoding="windows-1252"?><meta charset=koi8-r><p>\xcf',
      '<?xml version="1.0" encoding="utf-8"?><meta charset="utf-8"><p>о',
    ],
    [
      `<!-- <meta charset=koi8-r> --><script>'<meta charset=x>'</script><meta charset=koi8-r>\xcf`,
      `<!-- <meta charset=koi8-r> --><script>'<meta charset=x>'</script><meta charset="utf-8">о`,
    ],
    [
      '<meta name=description content="of charset=koi8-r"><p>x',
      '<meta name=description content="of charset=koi8-r"><p>x',
    ],
    ['<p>no charset', '<p>no charset'],
  ] as const) {
    assert.equal(latin1(page), kept, page);
  }
  const html = Buffer.from('<!doctype html>\n<html lang=ru><head><p>\xcf', 'latin1');
  assert.deepEqual(made(html, ['html'], 'text/html; charset=koi8-r'), {
    html: '<!doctype html>\n<html lang=ru><head><meta charset="utf-8"><p>о',
  });
});

test('the headline stands once, also when the title has the name of the site', () => {
  const page = (title: string, headline: string, more = sentence.repeat(8)) =>
    `<title>${title}</title><body><article><h1>${headline}</h1><p>${more}</p><p>${more}</p></article>`;
  for (const [title, headline] of [
    ['Green tea', 'Green tea'],
    ['Green tea - The Shop', 'Green tea'],
    ['The Shop | Green tea', '<a href="/x">Green\n tea</a>'],
    ['Green tea: all about it', 'Green tea: all about it'],
    ['Green tea · Blog · The Shop', 'GREEN TEA'],
    ['', 'Green tea'],
  ] as const) {
    for (const more of [undefined, 'short']) {
      const { markdown, text } = made(page(title, headline, more), ['text', 'markdown']);
      assert.match(markdown!, /^# /);
      assert.equal(markdown!.match(/green\s+tea/gi)!.length, 1, `${title}: ${markdown}`);
      assert.equal(text!.match(/green\s+tea/gi)!.length, 1, `${title}: ${text}`);
    }
  }
  const other = made(page('The Shop', 'Green tea', 'short'), ['markdown']).markdown!;
  assert.match(other, /^# The Shop\n\n#+ Green tea\n/);
});

test('links of a page have their queries in its charset', () => {
  const page = Buffer.from(`<meta charset=koi8-r><p>${sentence}<a href="?q=\xcf">y</a>`, 'latin1');
  assert.match(
    made(page, ['markdown']).markdown!,
    /\[y\]\(http:\/\/a\.example\/dir\/page\?q=%CF\)/,
  );
});

test('text is what is meant to be read, its paragraphs apart', () => {
  const { text } = made(article, ['text']);
  assert.match(text!, /^Green tea\n\nFirst, Water should/);
  assert.match(text!, /\n\nLeaves\n\nThen leaves\. Water/);
  assert.match(text!, /\n\none\ntwo\n\na  b\n  c\n\npress/);
  assert.doesNotMatch(text!, /Shop|Imprint|alert/);
});

test('markdown has headings, lists, code, and links that lead where they led', () => {
  const { markdown } = made(article, ['markdown']);
  assert.match(markdown!, /^# Green tea\n\nFirst, /);
  assert.match(markdown!, /\n## Leaves\n/);
  assert.match(markdown!, /Then \[leaves\]\(http:\/\/a\.example\/leaf\?x=1\)\./);
  assert.match(markdown!, /\n- +one\n- +two\n/);
  assert.match(markdown!, /```\na {2}b\n {2}c\n```/);
  assert.match(markdown!, /!\[Cup\]\(http:\/\/a\.example\/dir\/cup\.png\)/);
  assert.doesNotMatch(markdown!, /Shop|Imprint|javascript|alert/);
});

test('a page that is not an article has the text of all of it', () => {
  const page = '<title> A\n list </title><body><nav>Menu</nav><p>one<p>two<script>no</script>';
  assert.deepEqual(made(page, ['text', 'markdown']), {
    text: 'A list\n\nMenu\n\none\n\ntwo\n',
    markdown: '# A list\n\nMenu\n\none\n\ntwo\n',
  });
});

test('any text is taken for a page', () => {
  for (const page of [
    '',
    ' ',
    'plain',
    '<',
    '<html>',
    '<p>',
    '<body></body>',
    '<title>',
    '\0',
    '</p>',
  ]) {
    const contents = made(page);
    assert.deepEqual(Object.keys(contents), [...all], JSON.stringify(page));
  }
});

test('a base changes where links lead', () => {
  const page = `<base href="//b.example/x/"><p>${sentence}<a href="y">y</a>`;
  assert.match(made(page, ['markdown']).markdown!, /\[y\]\(http:\/\/b\.example\/x\/y\)/);
});

test('each format has at most 1 MiB, of whole characters', () => {
  const page = `<p>${'€'.repeat(400_000)}`;
  for (const text of Object.values(made(page))) {
    const bytes = Buffer.byteLength(text);
    assert.ok(bytes <= maxContentBytes && bytes > maxContentBytes - 3, String(bytes));
    assert.ok(!text.includes('\ufffd'));
  }
});
