// Docker Compose reads compose.yaml. It needs no engine for that.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OPS, run } from '../lib/programs.mjs';

/** The two ways in which Compose is installed. Version 1 knows less than compose.yaml says. */
const PROGRAMS = [['docker', 'compose'], ['docker-compose']];

const isVersion2 = ([program, ...args]) =>
  /\b[2-9]\.\d+\.\d+/.test(
    spawnSync(program, [...args, 'version', '--short'], { encoding: 'utf8' }).stdout ?? '',
  );

export const missing = () =>
  PROGRAMS.some(isVersion2)
    ? undefined
    : 'Docker Compose 2 not found; on Debian 13: apt-get install docker-compose (Debian 12 has version 1)';

export async function check() {
  const [program, ...args] = PROGRAMS.find(isVersion2);
  const file = ['--file', join(OPS, 'docker/compose.yaml')];
  const { stdout, stderr } = await run(program, [...args, ...file, 'config', '--format', 'json']);
  if (stderr !== '') throw new Error(stderr);
  return `${Object.keys(JSON.parse(stdout).services).length} services are valid`;
}
