// systemd reads the unit, rates its isolation, and creates its user in an empty root.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inNewFolder, missingPrograms, OPS, run } from '../lib/programs.mjs';

const UNIT = 'company-data.service';
const FOLDER = join(OPS, 'systemd');
/** systemd's exposure, times ten: 0 is perfect, and 100 is no protection. A service on the network cannot reach 0. */
const MAX_EXPOSURE = 20;

export const missing = () => missingPrograms({ 'systemd-analyze': 'systemd', 'systemd-sysusers': 'systemd' });

export async function check() {
  const exposure = await inNewFolder(async (root) => {
    const units = join(root, 'etc/systemd/system');
    mkdirSync(units, { recursive: true });
    copyFileSync(join(FOLDER, UNIT), join(units, UNIT));
    // `verify` asks whether the program is there, which may be installed elsewhere on this machine.
    for (const program of programsOf(readFileSync(join(FOLDER, UNIT), 'utf8'))) {
      mkdirSync(join(root, program, '..'), { recursive: true });
      writeFileSync(join(root, program), '#!/bin/sh\n');
      chmodSync(join(root, program), 0o755);
    }
    await verify(root, units);
    const user = readFileSync(join(FOLDER, 'company-data.sysusers.conf'), 'utf8');
    await run('systemd-sysusers', [`--root=${root}`, '-'], { input: user });
    return await rate(units);
  });
  return `the unit is valid, its exposure is ${exposure}`;
}

const programsOf = (unit) => [...unit.matchAll(/^Exec\w+=[-@:+!]*(\S+)/gm)].map(([, path]) => path);

async function verify(root, units) {
  const args = ['verify', '--man=no', '--recursive-errors=no', `--root=${root}`, join(units, UNIT)];
  const { stdout, stderr } = await run('systemd-analyze', args);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(UNIT));
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

async function rate(units) {
  const args = ['security', '--no-pager', '--offline=true', `--threshold=${MAX_EXPOSURE}`, join(units, UNIT)];
  const { stdout } = await run('systemd-analyze', args);
  return /exposure level for [^:]*: ([\d.]+)/.exec(stdout)?.[1];
}
