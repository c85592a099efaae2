import { StartupError } from '#kit/base/startup-error.ts';
import type { Environment } from '#kit/host/env.ts';
import { folderPlace } from './folder.ts';
import type { Place } from './place.ts';

/**
 * @param name a folder, or `s3://bucket/prefix`
 * @throws StartupError when it begins like another address than that
 */
export async function openPlace(name: string, env: Environment): Promise<Place> {
  const s3 = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(name);
  // A folder of that name is hardly what is meant, and a backup that lies elsewhere is found too late.
  if (s3 === null && /^[a-z\d]+:\/|^s3:/i.test(name)) {
    throw new StartupError(`${name} is neither a folder nor s3://bucket/prefix`);
  }
  if (s3 === null) return folderPlace(name);
  const { s3Place } = await import('./s3.ts');
  return s3Place(name, { bucket: s3[1]!, prefix: s3[2]! }, env);
}
