import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPeer } from './children.mjs';

const FOLDER = fileURLToPath(new URL('../peers/prisma/', import.meta.url));

/** Starts the naive resolver of Pothos and Prisma on a database of the service with the schema lists_peer. */
export async function startPrisma(root, databaseUrl) {
  generateClient(root);
  return startPeer(root, 'prisma', databaseUrl, root);
}

/** Generates the client of the peer, once for each version of Prisma. */
function generateClient(root) {
  const packages = createRequire(join(root, 'package.json'));
  const manifest = packages.resolve('prisma/package.json');
  const client = join(FOLDER, 'generated/client');
  const { version, bin } = packages(manifest);
  if (
    existsSync(join(FOLDER, 'generated/pothos-types.mjs')) &&
    packages(client).Prisma.prismaVersion.client === version
  )
    return;
  const types = join(FOLDER, 'generated/pothos-types');
  const args = ['generate', '--no-hints', '--schema', join(FOLDER, 'schema.prisma')];
  const { status, stderr } = spawnSync(process.execPath, [join(dirname(manifest), bin.prisma), ...args], {
    cwd: root,
    // The generator runs no schema engine, so any program will do, and none is downloaded.
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the client of the Prisma peer could not be generated: ${stderr}`);
  // The datamodel that Pothos needs is generated as TypeScript.
  const { transpileModule } = packages('typescript');
  writeFileSync(
    `${types}.mjs`,
    transpileModule(readFileSync(`${types}.ts`, 'utf8'), { compilerOptions: { module: 'esnext' } })
      .outputText,
  );
}
