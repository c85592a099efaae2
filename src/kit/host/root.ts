/** `GET /` of a service's port: what answers here, and where to read more about it. */
import type { Listener } from '../web/app.ts';
import { access } from '../web/identity/access.ts';

interface Root {
  /** Those that this listener serves. */
  readonly services: readonly string[];
  /** The console listens last: its port is known when a request comes. */
  readonly consolePort: () => number;
}

/** Adds the route, unless a service has one of its own, as the key-value store has. Comes after theirs. */
export function rootRoute(app: Listener, { services, consolePort }: Root): void {
  app.register(async (scope) => {
    if (app.hasRoute({ method: 'GET', url: '/' })) return;
    const config = { isOfAll: true };
    scope.get('/', { schema: { access: access.public }, config }, ({ raw, hostname }) => {
      const port = consolePort();
      // Under `/api/<service>/` the console is at the address that the client has used.
      const base = raw.socket.localPort === port ? '' : `http://${hostname}:${port}`;
      const documents = services.map((name) => `${base}/openapi/${name}.json`);
      return { services, console: `${base}/`, reference: `${base}/reference`, openapi: documents };
    });
  });
}
