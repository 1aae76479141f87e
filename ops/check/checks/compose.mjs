// Docker Compose reads compose.yaml, and the files that add to it. It needs no engine for that.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMPOSE_FILES, COMPOSE_FOLDER } from '../lib/compose.mjs';
import { run } from '../lib/programs.mjs';

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
  const env = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'company-data' };
  let services = {};
  // Alone, and with all that can be added.
  for (const names of [['compose.yaml'], COMPOSE_FILES]) {
    const files = names.flatMap((name) => ['--file', join(COMPOSE_FOLDER, name)]);
    const { stdout, stderr } = await run(program, [...args, ...files, 'config', '--format', 'json'], { env });
    if (stderr !== '') throw new Error(stderr);
    ({ services } = JSON.parse(stdout));
  }
  return `${Object.keys(services).length} services are valid`;
}
