/** The codes of a rule, with their uses. */
import { useEffect, useState } from 'preact/hooks';
import { pages } from '../../../../client/index.ts';
import { formatCount, plural } from '../../live/format.ts';
import { hawker } from '../../live/hawker.ts';
import { useLoaded } from '../../live/hooks.ts';
import { readForm } from '../../parts/form.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Problem } from '../../parts/problem.tsx';

interface CodesProps {
  readonly promoId: string;
  /** Grows when something has happened in the service. */
  readonly changes: number;
}

const maxPages = 10;

export function Codes({ promoId, changes }: CodesProps) {
  const { data, error, reload } = useLoaded(() => readCodes(promoId), [promoId]);
  const [refusal, setRefusal] = useState<Error>();
  useEffect(reload, [changes]);
  const end = async (code: string) => {
    const { error: refused } = await hawker.promotion.endCode(code).result();
    setRefusal(refused);
    reload();
  };
  const draw = async (event: SubmitEvent) => {
    const { count, prefix = '', uses } = readForm(event);
    const { error: refused } = await hawker.promotion
      .createCodes(promoId, {
        count: Number(count),
        ...(prefix !== '' && { prefix }),
        uses_per_code: Number(uses),
      })
      .result();
    setRefusal(refused);
    reload();
  };
  const codes = data?.codes ?? [];
  const uses = codes.reduce((sum, code) => sum + code.uses, 0);
  return (
    <section class="panel" aria-labelledby="codes">
      <div class="spread">
        <h2 id="codes">Codes of {promoId}</h2>
        {codes.length > 0 && (
          <span class="note">
            {formatCount(codes.length)}
            {data?.hasMore && ' and more'}, used {plural(uses, 'time')}
          </span>
        )}
      </div>
      {error && <Problem error={error} retry={reload} />}
      {refusal && <Problem error={refusal} />}
      {data && codes.length === 0 && (
        <p class="empty">It has none. Make some: each adds this rule to the cart that brings it.</p>
      )}
      {codes.length > 0 && (
        <LongList
          label="Codes with their uses"
          items={codes}
          keyOf={({ code }) => code}
          rowHeight={36}
          maxHeight={288}
          draw={(code) => <Row {...code} end={() => void end(code.code)} />}
        />
      )}
      <form class="row" onSubmit={(event) => void draw(event)}>
        <label class="field">
          <span>How many</span>
          <input name="count" type="number" defaultValue="10" min="1" max="10000" required />
        </label>
        <label class="field">
          <span>Prefix</span>
          <input name="prefix" defaultValue="" maxLength={64} />
        </label>
        <label class="field">
          <span>Uses of each</span>
          <input name="uses" type="number" defaultValue="1" min="1" required />
        </label>
        <button>Make codes</button>
      </form>
    </section>
  );
}

interface RowProps {
  readonly code: string;
  readonly uses: number;
  readonly uses_per_code: number;
  readonly ended?: true;
  readonly end: () => void;
}

function Row({ code, uses, uses_per_code: all, ended, end }: RowProps) {
  return (
    <>
      <code class={ended ? 'code-name ended' : 'code-name'}>{code}</code>
      <svg class="code-uses" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(uses / all) * 100} height="6" />
      </svg>
      <span>
        {formatCount(uses)} of {formatCount(all)}
      </span>
      {ended ? (
        <span class="note">ended</span>
      ) : (
        <button class="code-end" aria-label={`End ${code}`} onClick={end}>
          End
        </button>
      )}
    </>
  );
}

/** @throws HawkerError */
async function readCodes(promoId: string) {
  const codes = [];
  let read = 0;
  const query = { limit: 1_000 };
  const list = pages((cursor) => hawker.promotion.listCodes(promoId, { ...query, cursor }));
  for await (const page of list) {
    codes.push(...page.codes);
    if (++read === maxPages) return { codes, hasMore: page.next_cursor !== undefined };
  }
  return { codes, hasMore: false };
}
