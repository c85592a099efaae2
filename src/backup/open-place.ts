import type { Environment } from '#kit/host/env.ts';
import { folderPlace } from './folder.ts';
import type { Place } from './place.ts';

/**
 * @param name a folder, or `s3://bucket/prefix`
 * @throws StartupError
 */
export async function openPlace(name: string, env: Environment): Promise<Place> {
  const s3 = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(name);
  if (s3 === null) return folderPlace(name);
  const { s3Place } = await import('./s3.ts');
  return s3Place(name, { bucket: s3[1]!, prefix: s3[2]! }, env);
}
