import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import '../typescript.mjs';
import { sourceMapOf } from '../typescript-hooks.mjs';
import { useGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');
// Processes that the service starts from its sources load them as this one does.
process.execArgv.push('--import', new URL('../typescript.mjs', import.meta.url).href);

const HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Runs a test file by jest-circus, but lets Node load it. A worker thus loads the service and its packages once. Jest
 * would load them into a new context for each file, which took a third of the time of all tests.
 */
export default async function runFile(globalConfig, config, environment, runtime, path, send) {
  if (globalConfig.watch || globalConfig.watchAll)
    throw new Error('modules stay loaded: run jest without --watch');
  runtime.getSourceMaps().get = sourceMapOf;
  runtime.requireInternalModule = requireAgain;
  runtime.setGlobalsForRuntime = (globals) => {
    useGlobals({ ...globals, jest: runtime.jestGlobals.jestObjectFor(path) });
  };
  Error.prepareStackTrace = rememberFrames(Error.prepareStackTrace);
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (file) => load(file, globalConfig.testTimeout);
  return circus(globalConfig, config, environment, runtime, path, send);
}

/** Lines of stack traces, by their frames before jest looks up their places in TypeScript. */
const frames = new Map();

/** Looks up each frame once: supertest and Playwright take the stack of each call, and the callers are mostly the same. */
function rememberFrames(prepare) {
  return (error, sites) => {
    const head = prepare(error, []);
    const lines = sites.map((site) => {
      const frame = String(site);
      if (!frames.has(frame)) frames.set(frame, prepare(error, [site]).slice(head.length));
      return frames.get(frame);
    });
    return head + lines.join('');
  };
}

/** Loads a test file, whose top level may wait for what its tests need, as long as a hook could. */
async function load(file, milliseconds) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${file} took longer to load than ${milliseconds} ms`)),
      milliseconds,
    );
  });
  await Promise.race([import(pathToFileURL(file).href), late]).finally(() => clearTimeout(timer));
}

/** Loads the part of jest-circus that has the state of a file, without that of the file before. */
function requireAgain(file) {
  delete require.cache[file];
  delete globalThis[HANDLERS];
  return require(file);
}
