/** Text to be copied. */
import { useState } from 'preact/hooks';

export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div class="code">
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <button type="button" onClick={() => void copy()}>
        {isCopied ? 'copied' : 'copy'}
      </button>
    </div>
  );
}
