// Reads compose.yaml and the files that add to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS } from './programs.mjs';

export const COMPOSE_FOLDER = join(OPS, 'docker');

/** compose.yaml, and what can be added to it. */
export const COMPOSE_FILES = ['compose.yaml', 'compose.openid.yaml', 'compose.mail.yaml'];

/** Returns the project of all files together, as Compose merges them as far as these files need it. */
export async function readProject() {
  const { parse } = await import('yaml');
  const [project, ...added] = COMPOSE_FILES.map((name) =>
    parse(readFileSync(join(COMPOSE_FOLDER, name), 'utf8'), { merge: true }),
  );
  for (const { services, secrets } of added) {
    Object.assign(project.secrets, secrets);
    for (const [name, more] of Object.entries(services)) {
      const service = project.services[name];
      Object.assign(service.environment, more.environment);
      service.secrets = [...service.secrets, ...more.secrets];
      service.networks = [...service.networks, ...more.networks];
    }
  }
  return project;
}
