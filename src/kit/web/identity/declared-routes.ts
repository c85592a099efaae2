/** The routes of a process with what each declares: for the page that shows them, and for tests. */
import type { FastifySchema } from 'fastify';
import type { App } from '../app.ts';
import { variantsOf, type Access } from './access.ts';

export interface DeclaredRoute {
  /** `chat`; `key-value-console` for operator paths of one, `console` for the console's own. */
  readonly service: string;
  readonly method: string;
  /** As Fastify writes it: `/files/:id`. */
  readonly path: string;
  readonly access: Access;
  /** In the query of the requests for which that holds, where a route declares several variants. */
  readonly parameter?: string;
  readonly schema: FastifySchema;
}

export class DeclaredRoutes {
  readonly all: DeclaredRoute[] = [];

  /**
   * Notes the routes that are added from now on. One that does not say who may call it ends the
   * start.
   *
   * @param isOwn whether a route belongs to the service, rather than to one that is mounted on `app`
   */
  watch(app: App, service: string, isOwn: (scope: unknown) => boolean = () => true): void {
    const { all } = this;
    app.addHook('onRoute', function note({ method, url: path, schema }) {
      // Every path answers a preflight.
      if (path === '*' || !isOwn(this)) return;
      if (schema?.access === undefined) {
        throw new Error(`${String(method)} ${path} of ${service} does not say who may call it`);
      }
      for (const one of [method].flat()) {
        for (const variant of variantsOf(schema.access)) {
          all.push({ service, method: one, path, ...variant, schema });
        }
      }
    });
  }
}
