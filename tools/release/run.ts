import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a program. @returns its standard output.
 *
 * @throws Error with its standard error if it fails.
 */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await execute(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
  }
}
