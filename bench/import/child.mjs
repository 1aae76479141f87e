import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./one-import.mjs', import.meta.url));

/** Imports a folder in a separate process, whose peak memory is then that of the import. */
export async function importFolder(root, url, path) {
  const child = spawn(process.execPath, [PROGRAM, root, url, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the import ended with code ${code}`);
  return JSON.parse(output);
}
