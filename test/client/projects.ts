import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

export const CLIENT = resolve('clients/typescript');
/** Installations, compilations and builds take their time on a busy machine. */
export const LONG = 180_000;

interface Output {
  stdout: string;
  stderr: string;
}

/** Starts a program in a folder. `output` grows until `ended`, the exit code. */
export function start(program: string, args: readonly string[], cwd: string) {
  const env = { ...process.env, PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter) };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended: Promise<number> = once(child, 'close').then(([status]) => status);
  return { child, output, ended };
}

export async function run(program: string, args: readonly string[], cwd: string) {
  const { output, ended } = start(program, args, cwd);
  return { status: await ended, ...output };
}

/** Runs npm without a network. @returns its standard output. */
async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await run('npm', [...args, '--offline', '--no-audit', '--no-fund'], cwd);
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Creates a project in `directory` that has the client installed, from its folder or an archive. */
export async function createProject(directory: string, name: string, source: string): Promise<string> {
  const project = join(directory, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm(['install', source], project);
  return project;
}

export interface Packed {
  version: string;
  files: { path: string }[];
  archive: string;
}

/** Packs the client into `directory`. Packing builds dist/ anew, and other tests load the one in the repository. */
export async function packClient(directory: string): Promise<Packed> {
  const copy = join(directory, 'sources');
  await cp(CLIENT, copy, { recursive: true });
  const [packed] = JSON.parse(
    await npm(['pack', '--json', '--silent', '--pack-destination', directory], copy),
  );
  return { ...packed, archive: join(directory, packed.filename) };
}
