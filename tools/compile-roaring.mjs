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

/** Loads what was compiled here. @returns why this version of Node.js does not load it */
function findFault(folder) {
  try {
    require(join(folder, 'build/Release/roaring.node'));
    return undefined;
  } catch ({ message }) {
    // What follows are modules that asked for the file, or what to do about it.
    return message.split(/\nRequire stack|\. This version/, 1)[0].replaceAll('\n', ' ');
  }
}

/**
 * Returns where headers for this Node.js are: those that came with it, or those that npm is configured for, unless these belong to
 * a Node.js that loads other libraries. Without any, node-gyp fetches them from nodejs.org.
 */
function findHeaders() {
  const own = dirname(dirname(process.execPath));
  const configured = process.env.npm_config_nodedir;
  if (readAbi(own) === process.versions.modules) return own;
  if (configured === undefined) return undefined;
  const abi = readAbi(configured);
  // A checkout of Node.js has its headers elsewhere, and is taken as it is.
  return abi === undefined || abi === process.versions.modules ? configured : undefined;
}

/** Returns which libraries a Node.js loads, by its headers (NODE_MODULE_VERSION); undefined if the folder has no headers. */
function readAbi(folder) {
  const path = join(folder, 'include/node/node_version.h');
  if (!existsSync(path)) return undefined;
  return /#define NODE_MODULE_VERSION (\d+)/.exec(readFileSync(path, 'utf8'))?.[1];
}

/** Removes what was fetched, and compiles. @returns what went wrong */
function compile(folder) {
  const nodedir = findHeaders();
  const { status, stderr } = spawnSync(process.execPath, ['node-pre-gyp.js', 'rebuild'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_nodedir: nodedir },
  });
  if (status === 0) {
    const fault = findFault(folder);
    return fault && `what was compiled with headers of ${nodedir ?? 'nodejs.org'} does not load: ${fault}`;
  }
  const [, error = 'node-gyp failed'] = /gyp ERR! stack Error: (.*)/.exec(stderr) ?? [];
  return error;
}

const folder = findRoaring();
// A person who runs this file wants it compiled again.
const isWanted = process.env.npm_lifecycle_event !== 'postinstall' || findFault(folder) !== undefined;
const failure = folder !== undefined && isWanted ? compile(folder) : undefined;
if (failure !== undefined) {
  const again = `node ${fileURLToPath(import.meta.url)}`;
  console.error(
    `company-data: the native library roaring was not compiled (${failure}); install python3, make and g++, then run: ${again}`,
  );
  // npm goes on, and a start says the same. A person or a Dockerfile stops.
  if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1;
}
