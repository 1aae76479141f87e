// Finds programs and packages, and runs programs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const OPS = join(ROOT, 'ops');
const MODULES = join(OPS, 'check', 'node_modules');

/** Programs of administrators are often not on the path of other users. */
const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter);

/** Returns the path of a program, undefined if it is not installed. */
export const find = (program) =>
  PATH.split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable);

/** Returns what to install if one of the programs is missing. @param programs Debian packages by program */
export function missingPrograms(programs) {
  const missing = Object.keys(programs).filter((program) => !find(program));
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map((program) => programs[program]))];
  return `${missing.join(', ')} not found; on Debian: apt-get install ${packages.join(' ')}`;
}

/** Returns what to do if the packages of ops/check/package.json are not installed. */
export const missingModules = () =>
  existsSync(MODULES) ? undefined : 'packages are not installed; run: npm ci --prefix ops/check';

export const moduleFile = (...path) => join(MODULES, ...path);

/**
 * Runs a program to its end.
 *
 * @returns its output, of both kinds.
 * @throws Error with its output if it fails.
 */
export async function run(command, args, { cwd = ROOT, env = {}, input, stdio } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: stdio ?? [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  if (input !== undefined) child.stdin.end(input);
  const [code, signal] = await once(child, 'close');
  if (code === 0) return output;
  const text = `${output.stderr}${output.stdout}`.trim().split('\n').slice(-40).join('\n');
  throw new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${code ?? signal}:\n${text}`);
}

/** Calls `work` with a new folder, which is removed afterwards. */
export async function inNewFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'company-data-check-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
