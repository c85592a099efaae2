/** Requests of tus in a few words. */
import type { App } from '#kit/web/app.ts';
import type { Options } from './fixtures.ts';

export type Metadata = Readonly<Record<string, string | Buffer>>;

export const metadataOf = (metadata: Metadata): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value as string).toString('base64')}`)
    .join(',');

/** Sends requests as they are; `options.headers` take precedence. */
export function tus(app: App) {
  const headersOf = ({ headers, user }: Options, own: Record<string, string> = {}) => ({
    'tus-resumable': '1.0.0',
    ...(user !== undefined && { 'x-user-id': user }),
    ...own,
    ...headers,
  });
  return {
    async begin(length: number, metadata: Metadata, options: Options = {}) {
      const own = { 'upload-length': String(length), 'upload-metadata': metadataOf(metadata) };
      const headers = headersOf(options, own);
      const response = await app.inject({ method: 'POST', url: '/uploads', headers });
      return { response, url: `/${String(response.headers['location'])}` };
    },
    head: (url: string, options: Options = {}) =>
      app.inject({ method: 'HEAD', url, headers: headersOf(options) }),
    patch: (url: string, offset: number, payload: string | Buffer, options: Options = {}) =>
      app.inject({
        method: 'PATCH',
        url,
        payload,
        headers: headersOf(options, {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        }),
      }),
    end: (url: string, options: Options = {}) =>
      app.inject({ method: 'DELETE', url, headers: headersOf(options) }),
  };
}
