/** The links, the newest first, and beside them the one that was chosen. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { pages } from '../../../../client/index.ts';
import { useChanges } from '../../live/changes.ts';
import { formatCount, formatShort, plural, wordFor } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useAddressMember, useLoaded, useNow } from '../../live/hooks.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useShown } from '../../playground/shown.ts';
import { lifeOf, type Link } from './life.ts';
import { LinkPanel } from './link-panel.tsx';
import { Shorten } from './shorten.tsx';
import { SomeLinks } from './some-links.tsx';

const pageSize = 1_000;
/** Clicks are recorded up to so long after the redirect was counted, milliseconds. */
const recordedAfterMs = 1_000;

export function Links() {
  const [tag, setTag] = useAddressMember('tag');
  const [code, choose] = useAddressMember('code');
  useShown({ code: code || undefined });
  const [count, setCount] = useState(1);
  const { data, error, reload } = useLoaded((signal) => load(tag, count, signal), [tag, count]);
  const [counted, setCounted] = useState(0);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = () => {
    reload();
    setCounted((times) => times + 1);
  };
  const changed = () => {
    again();
    clearTimeout(later.current);
    later.current = setTimeout(again, recordedAfterMs);
  };
  useChanges('url-shortener', changed, {
    counters: ['shortened', 'redirects', 'changed', 'removed'],
  });
  useEffect(() => () => clearTimeout(later.current), []);
  const links = data?.links ?? [];
  const made = (newCode: string) => {
    choose(newCode);
    reload();
  };
  return (
    <div class="link-panels">
      <div class="stack">
        <Shorten made={made} />
        <section class="panel" aria-label="Links">
          <div class="spread">
            <h2>Links</h2>
            <label class="row centred">
              <span>Tag</span>
              <input
                defaultValue={tag}
                placeholder="all"
                size={12}
                onChange={({ currentTarget: { value } }) => {
                  setCount(1);
                  setTag(value.trim());
                }}
              />
            </label>
          </div>
          {error && <Problem error={error} retry={reload} />}
          {data === undefined && !error && <p class="empty">Asking for the links…</p>}
          {data !== undefined && links.length === 0 && <Empty tag={tag} done={made} />}
          {links.length > 0 && (
            <LongList
              key={tag}
              label={plural(links.length, 'link')}
              items={links}
              keyOf={(link) => link.code}
              draw={(link) => <LinkRow link={link} />}
              choose={(link) => choose(link.code)}
              chosen={code}
              phoneRowHeight={72}
            />
          )}
          {data?.hasMore && (
            <button onClick={() => setCount(count + 1)}>Show {formatCount(pageSize)} more</button>
          )}
        </section>
      </div>
      {code !== '' && (
        <LinkPanel
          key={code}
          code={code}
          counted={counted}
          changed={reload}
          close={() => choose('')}
        />
      )}
    </div>
  );
}

/** Reads as many pages as were asked for. */
async function load(tag: string, count: number, signal: AbortSignal) {
  const query = { limit: pageSize, ...(tag !== '' && { tag }), signal };
  const links: Link[] = [];
  let read = 0;
  const list = pages((cursor) => hawker.urlShortenerConsole.listLinks({ ...query, cursor }));
  for await (const page of list) {
    links.push(...page.links);
    if (++read === count) return { links, hasMore: page.next_cursor !== undefined };
  }
  return { links, hasMore: false };
}

function LinkRow({ link }: { readonly link: Link }) {
  const now = useNow(5_000);
  const life = lifeOf(link, now);
  return (
    <>
      <b class="link-code">{link.code}</b>
      <span class="target" title={link.url}>
        {link.url}
      </span>
      {life.kind !== 'open' && <span class={`state ${life.kind}`}>{life.text}</span>}
      <span class="clicks">
        {formatShort(link.clicks)}
        {link.max_clicks !== undefined && `/${formatShort(link.max_clicks)}`}{' '}
        <span class="note">{wordFor(link.max_clicks ?? link.clicks, 'click')}</span>
      </span>
    </>
  );
}

function Empty({ tag, done }: { readonly tag: string; readonly done: (code: string) => void }) {
  if (tag !== '') return <p class="empty">No link has the tag “{tag}”. Tags differ by case.</p>;
  return (
    <div class="empty">
      <p>No links yet. Shorten a URL above, or:</p>
      <SomeLinks done={done} />
    </div>
  );
}
