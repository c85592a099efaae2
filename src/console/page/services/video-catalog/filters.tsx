/** Which videos, in which order. */
export interface Filter {
  /** Empty: any. */
  readonly tag: string;
  readonly status: '' | 'uploading' | 'processing' | 'ready';
  readonly sort: 'newest' | 'views';
}

interface FiltersProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function Filters({ filter, change }: FiltersProps) {
  const set = (part: Partial<Filter>) => change({ ...filter, ...part });
  return (
    <div class="row">
      <label class="field">
        <span>Status</span>
        <select
          value={filter.status}
          onChange={({ currentTarget: { value } }) => set({ status: value as Filter['status'] })}
        >
          <option value="">any</option>
          <option>uploading</option>
          <option>processing</option>
          <option>ready</option>
        </select>
      </label>
      <label class="field">
        <span>Tag</span>
        <input
          value={filter.tag}
          placeholder="any"
          size={10}
          maxLength={256}
          onInput={({ currentTarget: { value } }) => set({ tag: value })}
        />
      </label>
      <label class="field">
        <span>Order</span>
        <select
          value={filter.sort}
          onChange={({ currentTarget: { value } }) => set({ sort: value as Filter['sort'] })}
        >
          <option value="newest">newest first</option>
          <option value="views">most viewed first</option>
        </select>
      </label>
    </div>
  );
}
