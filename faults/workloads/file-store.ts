/** Files with two versions each, whose contents are read back. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '../lib/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  once,
  read,
  type Workload,
} from '../lib/workload.ts';

interface File {
  readonly id: string;
  /** Acknowledged contents, by version. */
  readonly versions: Map<number, object>;
}

export function fileStore(): Workload {
  const files: File[] = [];

  return {
    service: 'file-store',

    async act(ask, client, n) {
      const name = `${client}-${n}`;
      const first = { name, text: bulk() };
      const path = `/files?name=${name}&owner_id=ann`;
      const made = await once(ask, { method: 'POST', path, body: first });
      if (isRefused(made)) return;
      expectStatus(made, 201);
      const { id } = made.data.file;
      const versions = new Map<number, object>([[1, first]]);
      files.push({ id, versions });
      const next = { name: `${name} again`, text: bulk() };
      const changed = await once(ask, { method: 'PUT', path: `/files/${id}`, body: next });
      if (isRefused(changed)) return;
      expectStatus(changed, 200);
      versions.set(changed.data.file.version, next);
    },

    async check(ask) {
      const findings = new Findings();
      findings.distinct(
        'the file',
        files.map(({ id }) => id),
      );
      await forEachOf(files, async ({ id, versions }) => {
        for (const [version, content] of versions) {
          const { status, data } = await read(ask, `/files/${id}/download?version=${version}`);
          if (!isDeepStrictEqual(data, content))
            findings.lost(`version ${version} of ${id}: ${status}`);
        }
        const { data } = await read(ask, `/files/${id}/versions?content=false`);
        const count: number = data.versions?.length ?? 0;
        if (count > 2) findings.doubled(`${id} has ${count} versions`, count - 2);
      });
      return findings.all;
    },
  };
}
