// Compiles the native library roaring from the sources in its npm package, which the lockfile covers. npm runs this file as
// `postinstall`, in a clone and where the package is installed. The library's own install script would fetch a binary that
// nothing verifies (docs/decisions/0011-native-bitmaps.md). The service does not load such a binary.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** @returns undefined if the package is not installed, as after `npm ci --omit=optional`. */
function findRoaring() {
  try {
    return dirname(require.resolve('roaring'));
  } catch {
    return undefined;
  }
}

/** Returns whether this version of Node.js loads what was compiled here. */
function isCompiled(folder) {
  try {
    require(join(folder, 'build/Release/roaring.node'));
    return true;
  } catch {
    return false;
  }
}

/** Returns where Node.js has its headers, if they came with it. Without, node-gyp fetches them from nodejs.org. */
function headersOfNode() {
  const prefix = dirname(dirname(process.execPath));
  const version = join(prefix, 'include/node/node_version.h');
  const [major, minor] = process.versions.node.split('.');
  const isSame = (text) =>
    text.includes(`NODE_MAJOR_VERSION ${major}\n`) && text.includes(`NODE_MINOR_VERSION ${minor}\n`);
  return existsSync(version) && isSame(readFileSync(version, 'utf8')) ? prefix : undefined;
}

/** Removes what was fetched, and compiles. @returns what went wrong */
function compile(folder) {
  const nodedir = process.env.npm_config_nodedir ?? headersOfNode();
  const { status, stderr } = spawnSync(process.execPath, ['node-pre-gyp.js', 'rebuild'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...(nodedir && { npm_config_nodedir: nodedir }) },
  });
  if (status === 0 && isCompiled(folder)) return undefined;
  const [, error = 'node-gyp failed'] = /gyp ERR! stack Error: (.*)/.exec(stderr) ?? [];
  return error;
}

const folder = findRoaring();
// A person who runs this file wants it compiled again.
const isWanted = process.env.npm_lifecycle_event !== 'postinstall' || !isCompiled(folder);
const failure = folder !== undefined && isWanted ? compile(folder) : undefined;
if (failure !== undefined) {
  const again = `node ${fileURLToPath(import.meta.url)}`;
  console.error(
    `company-data: the native library roaring was not compiled (${failure}); install python3, make and g++, then run: ${again}`,
  );
  // npm goes on, and a start says the same. A person or a Dockerfile stops.
  if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1;
}
