import { StartupError } from '#kit/base/startup-error.ts';
import type { Environment } from '#kit/host/env.ts';
import { folderTarget } from './folder.ts';
import type { BackupTarget } from './backup-target.ts';

/**
 * @param name a folder, or `s3://bucket/prefix`
 * @throws StartupError when it begins like another address than that
 */
export async function openTarget(name: string, env: Environment): Promise<BackupTarget> {
  const s3 = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(name);
  // A folder of that name is hardly what is meant, and a backup that lies elsewhere is found too late.
  if (s3 === null && /^[a-z\d]+:\/|^s3:/i.test(name)) {
    throw new StartupError(`${name} is neither a folder nor s3://bucket/prefix`);
  }
  if (s3 === null) return folderTarget(name);
  const { s3Target } = await import('./s3.ts');
  return s3Target(name, { bucket: s3[1]!, prefix: s3[2]! }, env);
}
