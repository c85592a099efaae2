/** One page of the site that crawlers are compared on: some 15 KB, some 80 links. */
export function sitePage(section: number, page: number): Buffer {
  const to = (n: number) => `/${section}/${n % 1_000}`;
  const menu = Array.from(
    { length: 30 },
    (_, i) =>
      `<li class="menu-item menu-item-${i}"><a class="menu-link" href="${to(i * 33)}">Menu ${i}</a></li>`,
  );
  const paragraphs = Array.from(
    { length: 25 },
    (_, i) => `
      <div class="row" id="row-${i}" data-index="${i}"><h3>Part ${i} &mdash; of page ${page}</h3>
      <p>Lorem ipsum dolor sit amet, <em>consectetur</em> adipiscing elit, sed do eiusmod tempor
      incididunt ut <a href="${to(page * 7 + i * 13 + 1)}" title="Next &amp; more">labore</a> et dolore magna
      aliqua. Ut enim ad minim veniam, quis <b>nostrud</b> exercitation ullamco laboris nisi ut
      <a href="${to(page + i + 1)}#part">aliquip</a> ex ea commodo consequat.</p>
      <img src="/img/${i}.jpg" alt="A picture" width="640" height="480"></div>`,
  );
  return Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <title>Page ${page} of section ${section} &amp; more</title>
    <link rel="stylesheet" href="/style.css"><script>window.page = ${page}; if (1 < 2) {}</script></head>
    <body><nav><ul>${menu.join('\n')}</ul></nav><main>${paragraphs.join('')}</main>
    <footer><a href="mailto:editor@example.com">Editor</a></footer></body></html>`);
}
