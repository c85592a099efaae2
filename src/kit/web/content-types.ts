/** Routes that take a body of any Content-Type, or of none. Call in a scope of their own. */
import type { App } from './app.ts';
import { collected } from './collect-body.ts';

/** The body reaches the handler as one Buffer. */
export function acceptBuffer(scope: App): void {
  acceptAnyType(scope);
  scope.addContentTypeParser(
    '*',
    collected(async (_request, body) => body),
  );
}

/** The body stays on the socket: the handler reads `request.raw`, and the type of its headers. */
export function acceptStream(scope: App): void {
  acceptAnyType(scope);
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
}

function acceptAnyType(scope: App): void {
  scope.removeAllContentTypeParsers();
  // A type that is not even well-formed would otherwise be refused (415) before the parser is asked.
  scope.addHook('onRequest', async ({ headers }) => {
    delete headers['content-type'];
  });
}
