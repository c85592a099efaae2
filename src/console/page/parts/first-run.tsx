/**
 * A form that gives an empty page something to show. It is open while there is nothing yet; what it brings
 * does not shut it, since it tells how far it is and what was refused.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface FirstRunProps {
  /** There is nothing to show yet. */
  readonly isFirst: boolean;
  readonly summary: string;
  readonly children: ComponentChildren;
}

export function FirstRun({ isFirst, summary, children }: FirstRunProps) {
  const [isOpen, setOpen] = useState(isFirst);
  useEffect(() => {
    if (isFirst) setOpen(true);
  }, [isFirst]);
  return (
    <details
      class="panel"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
