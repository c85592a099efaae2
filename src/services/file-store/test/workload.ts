/** Files with two versions each, whose contents are read back, and files that are deleted for good. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  bulk,
  expectStatus,
  forEachOf,
  isRefused,
  once,
  read,
  settle,
  type Ask,
  type Named,
  type Workload,
} from '#kit/testing/workload/workload.ts';

interface File {
  readonly id: string;
  /** Acknowledged contents, by version. */
  readonly versions: Map<number, object>;
}

export function fileStoreWorkload({ name = '' }: Named = {}): Workload {
  const files: File[] = [];
  const deleted: string[] = [];

  const upload = (ask: Ask, title: string, body: object) =>
    once(ask, { method: 'POST', path: `/files?name=${title}&owner_id=ann`, body });

  async function deleteOne(ask: Ask, title: string): Promise<void> {
    const made = await upload(ask, title, { title, text: bulk() });
    if (isRefused(made)) return;
    expectStatus(made, 201);
    const { id } = made.data.file;
    const answer = await settle(ask, { method: 'DELETE', path: `/files/${id}` });
    expectStatus(answer, 200, ...(answer.isRepeated ? [404] : []));
    deleted.push(id);
  }

  return {
    service: 'file-store',

    async act(ask, client, n) {
      const title = `${name}${client}-${n}`;
      if (n % 4 === 3) return deleteOne(ask, title);
      const first = { title, text: bulk().repeat(n % 5 === 0 ? 50 : 1) };
      const made = await upload(ask, title, first);
      if (isRefused(made)) return;
      expectStatus(made, 201);
      const { id } = made.data.file;
      const versions = new Map<number, object>([[1, first]]);
      files.push({ id, versions });
      const next = { title: `${title} again`, text: bulk() };
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
      await forEachOf(deleted, async (id) => {
        const { status } = await read(ask, `/files/${id}/download`);
        if (status !== 404) findings.doubled(`the file ${id}, which was deleted`);
      });
      return findings.all;
    },
  };
}
