// Checks that files named by compose.yaml and the files that add to it exist, and that every container is restricted. Compose itself checks neither.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseFaults } from '../lib/assert.mjs';
import { COMPOSE_FOLDER, readProject } from '../lib/compose.mjs';
import { missingModules, OPS } from '../lib/programs.mjs';

export const missing = missingModules;

export async function check() {
  const project = await readProject();
  const services = Object.entries(project.services);
  refuseFaults([
    ...fileFaults(project),
    ...services.flatMap(([name, service]) =>
      nameFaults(project, service).map((fault) => `${name}: ${fault}`),
    ),
    ...services.filter(([, service]) => !isRestricted(service)).map(([name]) => `${name} is not restricted`),
  ]);
  return `${services.length} services name what is there, and are restricted`;
}

/** Files that the project mounts. make-secrets.sh makes the secrets, or README tells who reads it to do so. */
function fileFaults({ configs, secrets }) {
  const made =
    readFileSync(join(COMPOSE_FOLDER, 'make-secrets.sh'), 'utf8') +
    readFileSync(join(OPS, 'README.md'), 'utf8');
  return [
    ...Object.values(configs).flatMap(({ file }) =>
      existsSync(join(COMPOSE_FOLDER, file)) ? [] : [`no file ${file}`],
    ),
    ...Object.values(secrets).flatMap(({ file }) => {
      return new RegExp(`(${file}|password ${file.slice('secrets/'.length)})\\b`).test(made)
        ? []
        : [`nothing makes ${file}`];
    }),
  ];
}

/** Names that a service uses, and that the project does not have. */
function nameFaults(
  project,
  { secrets = [], configs = [], networks = [], depends_on = [], environment = {} },
) {
  const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
  const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'));
  return [
    ...secrets.filter((each) => !(each in project.secrets)).map((each) => `no secret ${each}`),
    ...configs
      .filter(({ source }) => !(source in project.configs))
      .map(({ source }) => `no config ${source}`),
    ...networks.filter((each) => !(each in project.networks)).map((each) => `no network ${each}`),
    ...others.filter((each) => !(each in project.services)).map((each) => `no service ${each}`),
    ...files
      .filter(([, path]) => !secrets.includes(path.replace('/run/secrets/', '')))
      .map(([setting]) => `${setting} names no secret of this service`),
  ];
}

function isRestricted({ read_only, cap_drop, security_opt, deploy }) {
  const limits = deploy?.resources?.limits ?? {};
  return (
    read_only === true &&
    cap_drop?.includes('ALL') &&
    security_opt?.includes('no-new-privileges:true') &&
    ['memory', 'cpus', 'pids'].every((each) => each in limits)
  );
}
