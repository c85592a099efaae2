/** Where files can be dropped; a button does the same. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface DropAreaProps {
  readonly upload: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}

export function DropArea({ upload, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files, hasFolder } = filesOf(event.dataTransfer!);
    setProblem(hasFolder ? 'A folder cannot be dropped: make one here, and drop its files.' : '');
    upload(files);
  };
  return (
    <section
      class={`panel drop-area ${isOver ? 'over' : ''}`}
      aria-label="Files"
      onDragOver={(event) => {
        // Without it, the browser would open the file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div class="row centred">
        <button class="primary" onClick={() => input.current!.click()}>
          Upload files
        </button>
        <span class="note">or drop them here; what breaks off goes on where it was</span>
        <input
          ref={input}
          class="hidden"
          type="file"
          multiple
          tabIndex={-1}
          aria-label="Files to upload"
          onChange={({ currentTarget }) => {
            upload([...(currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </section>
  );
}

/** A folder comes as a file that cannot be read. */
function filesOf({ items, files }: DataTransfer) {
  const isFolder = [...items].map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  return { files: [...files].filter((_, i) => !isFolder[i]), hasFolder: isFolder.includes(true) };
}
