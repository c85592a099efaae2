/** What to do about a service that is not there. */
export function NotRunning({ service }: { readonly service: string }) {
  return (
    <p class="empty">
      {service} does not run in this process. <code>npm start -- {service}</code> starts it in a
      checkout, <code>npx hawker {service}</code> where the package is installed; without a name,
      all services start.
    </p>
  );
}
