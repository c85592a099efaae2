/** Links of a file: who has the address downloads it. The address is shown once. */
import { useState } from 'preact/hooks';
import { useChanges } from '../../live/changes.ts';
import { formatInstant, plural, formatCount } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded, useNow } from '../../live/hooks.ts';
import { Code } from '../../parts/code.tsx';
import { readForm } from '../../parts/form.ts';
import { Problem } from '../../parts/problem.tsx';
import { as } from './folder.ts';

const lives = [
  { name: 'an hour', seconds: 3_600 },
  { name: 'a day', seconds: 86_400 },
  { name: 'a week', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
];

type Link = Awaited<ReturnType<typeof hawker.fileStore.listLinks>>['links'][number];

export function Links({ id, user }: { readonly id: string; readonly user: string }) {
  const { data, error, reload } = useLoaded(
    (signal) => hawker.fileStore.listLinks(id, { ...as(user), signal }),
    [id, user],
  );
  useChanges('file-store', reload, { counters: ['links', 'changes', 'downloads'] });
  const [refusal, setRefusal] = useState<Error>();
  const [address, setAddress] = useState<string>();
  const make = async (event: SubmitEvent) => {
    const { expires_in, max_downloads } = readForm(event);
    const limit = max_downloads ? { max_downloads: Number(max_downloads) } : {};
    const wanted = { expires_in: Number(expires_in), ...limit };
    const made = await hawker.fileStore.createLink(id, wanted, as(user)).result();
    setRefusal(made.error);
    setAddress(made.data?.url);
    reload();
  };
  const revoke = async (link: string) => {
    setRefusal((await hawker.fileStore.revokeLink(link, as(user)).result()).error);
    reload();
  };
  return (
    <section aria-labelledby="links">
      <h3 id="links">Links</h3>
      {error && <Problem error={error} retry={reload} />}
      {data?.links.length === 0 && <p class="note">None. A link lets anybody download the file.</p>}
      <ul class="lines">
        {data?.links.map((link) => (
          <LinkLine key={link.link_id} link={link} revoke={revoke} />
        ))}
      </ul>
      <form class="row" onSubmit={(event) => void make(event)}>
        <label class="field">
          <span>Serves for</span>
          <select name="expires_in">
            {lives.map(({ name, seconds }) => (
              <option key={seconds} value={seconds}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Downloads at most</span>
          <input name="max_downloads" type="number" min="1" placeholder="no limit" />
        </label>
        <button>Make a link</button>
      </form>
      {refusal && <Problem error={refusal} />}
      {address !== undefined && (
        <>
          <p class="note">Copy it now: it is not shown again.</p>
          <Code text={address} label="Address of the link" />
        </>
      )}
    </section>
  );
}

interface LinkLineProps {
  readonly link: Link;
  readonly revoke: (link: string) => Promise<void>;
}

function LinkLine({ link, revoke }: LinkLineProps) {
  const { link_id, expires_at, max_downloads, downloads = 0, revoked_at } = link;
  const now = useNow(10_000);
  const isUsedUp = max_downloads !== undefined && downloads >= max_downloads;
  const end =
    revoked_at !== undefined
      ? 'revoked'
      : now >= expires_at
        ? 'expired'
        : isUsedUp
          ? 'used up'
          : undefined;
  return (
    <li>
      <code>{link_id}</code>
      <span>
        {max_downloads === undefined
          ? 'any number of downloads'
          : `${formatCount(downloads)} of ${plural(max_downloads, 'download')}`}
      </span>
      {end === undefined ? (
        <>
          <span class="note">until {formatInstant(expires_at)}</span>
          <button aria-label={`Revoke ${link_id}`} onClick={() => void revoke(link_id)}>
            Revoke
          </button>
        </>
      ) : (
        <span class="state closed">{end}</span>
      )}
    </li>
  );
}
