/** What an address shows that leads to no page. */
import { useLocation } from 'preact-iso';

export function NoPage() {
  const { path } = useLocation();
  return (
    <>
      <h1>There is no such page</h1>
      <p class="empty">
        Nothing is at <code>{path}</code>. The list of services leads to all pages; or begin at the{' '}
        <a href="/">overview</a>.
      </p>
    </>
  );
}
