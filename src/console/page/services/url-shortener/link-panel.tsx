/** One link: where it leads, its life, its QR code, and who clicked. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatInstant, plural, wordFor } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNow } from '../../live/hooks.ts';
import { Code } from '../../parts/code.tsx';
import { useOpened } from '../../parts/opened.ts';
import { Problem } from '../../parts/problem.tsx';
import { ClicksByDay } from './clicks-by-day.tsx';
import { lifeOf, type Link } from './life.ts';
import { QrCode } from './qr-code.tsx';

interface LinkPanelProps {
  readonly code: string;
  /** Grows when clicks may have been counted. */
  readonly counted: number;
  readonly changed: () => void;
  readonly close: () => void;
}

export function LinkPanel({ code, counted, changed, close }: LinkPanelProps) {
  const { urlShortenerConsole } = hawker;
  const { data, error, reload } = useLoaded(
    async (signal) => ({
      link: await urlShortenerConsole.showLink(code, { signal }),
      stats: await urlShortenerConsole.showClicks(code, { signal }),
    }),
    [code],
  );
  useEffect(() => {
    if (counted > 0) reload();
  }, [counted]);
  const section = useOpened(data !== undefined);
  const [refusal, setRefusal] = useState<Error>();
  const disable = async (disabled: boolean) => {
    setRefusal((await urlShortenerConsole.changeLink(code, { disabled }).result()).error);
    reload();
    changed();
  };
  const remove = async () => {
    if (!confirm(`Remove ${code}? Its clicks are forgotten.`)) return;
    const { error: refused } = await urlShortenerConsole.removeLink(code).result();
    setRefusal(refused);
    changed();
    if (refused === undefined) close();
  };
  return (
    <section class="panel link" aria-labelledby="link" ref={section}>
      <div class="spread">
        <h2 id="link" tabIndex={-1}>
          {code}
        </h2>
        <button onClick={close}>Close</button>
      </div>
      {error && <Problem error={error} retry={reload} />}
      {data === undefined && !error && <p class="empty">Asking for {code}…</p>}
      {data && (
        <>
          <div class="address">
            <QrCode text={data.link.short_url} />
            <div class="facts-of-link">
              <Code text={data.link.short_url} label="Short URL" />
              <p class="target-url">
                leads to <a href={data.link.url}>{data.link.url}</a>
              </p>
              <LifeLines link={data.link} />
            </div>
          </div>
          <div class="row">
            <button onClick={() => void disable(!data.link.disabled)}>
              {data.link.disabled ? 'Enable' : 'Disable'}
            </button>
            <button onClick={() => void remove()}>Remove</button>
          </div>
          {refusal && <Problem error={refusal} />}
          <ClicksByDay stats={data.stats} />
        </>
      )}
    </section>
  );
}

function LifeLines({ link }: { readonly link: Link }) {
  const { title, created_at, not_before, expires_at, max_clicks, clicks, tags } = link;
  const life = lifeOf(link, useNow());
  return (
    <>
      {title !== undefined && <p>{title}</p>}
      <p>
        <span class={`state ${life.kind}`}>{life.text}</span> {formatCount(clicks)}
        {max_clicks === undefined
          ? ` ${wordFor(clicks, 'click')}`
          : ` of ${plural(max_clicks, 'click')}`}
      </p>
      <p class="note">
        made {formatInstant(created_at)}
        {not_before !== undefined && `, not before ${formatInstant(not_before)}`}
        {expires_at !== undefined && `, until ${formatInstant(expires_at)}`}
        {tags.length > 0 && `; ${tags.join(', ')}`}
      </p>
    </>
  );
}
