/** How far uploads are, and what can be done about each. */
import { formatSize } from '../../live/format.ts';
import {
  cancelUpload,
  forget,
  pauseUpload,
  resumeUpload,
  useUploads,
  type Sending,
} from './uploads.ts';

export function UploadList() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const over = uploads.filter(({ status }) => status === 'done');
  return (
    <section class="panel uploads" aria-labelledby="uploads">
      <div class="spread">
        <h2 id="uploads">Uploads</h2>
        <span class="note" role="status">
          {over.length} of {uploads.length} done
        </span>
        {over.length > 0 && <button onClick={() => forget(...over)}>Clear what is done</button>}
      </div>
      <ul>
        {uploads.map((sending) => (
          <li key={sending.number} aria-label={`Upload of ${sending.name}`}>
            <UploadRow sending={sending} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ sending }: { readonly sending: Sending }) {
  const { name, size, sent, status, problem } = sending;
  const isActive = status === 'waiting' || status === 'sending';
  return (
    <>
      <div class="spread">
        <span class="name">{name}</span>
        <span class="note">
          {formatSize(sent)} of {formatSize(size)} ·{' '}
          <b class={`status ${status}`}>{status === 'done' ? '✓ done' : status}</b>
        </span>
      </div>
      <div class="row centred">
        <progress max={Math.max(1, size)} value={size === 0 ? 0 : sent} aria-label={name} />
        {isActive && <button onClick={() => void pauseUpload(sending)}>Pause</button>}
        {(status === 'paused' || status === 'failed') && (
          <button onClick={() => void resumeUpload(sending)}>
            {status === 'paused' ? 'Resume' : 'Try again'}
          </button>
        )}
        {status === 'done' ? (
          <button onClick={() => forget(sending)}>Clear</button>
        ) : (
          <button onClick={() => void cancelUpload(sending)}>Cancel</button>
        )}
      </div>
      {status === 'failed' && problem !== undefined && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
    </>
  );
}
