// Compiles the program for Relay in docs/api/graphql-clients.md (`npm run relay-artifacts`), and writes what its test loads:
// test/client/relay/. The compiler is fetched when it is needed, because its package has 43 MB for all platforms.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = await readFile('docs/api/graphql-clients.md', 'utf8');
const [, program] = /^```ts\n(\/\/ relay\.ts\n[\s\S]*?)^```$/m.exec(page);
const [, config] = /^```json\n(\{\n {2}"src"[\s\S]*?)^```$/m.exec(page);
const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));

const folder = await mkdtemp(join(tmpdir(), 'relay-'));
await writeFile(join(folder, 'relay.ts'), program);
await writeFile(join(folder, 'relay.config.json'), config);
await copyFile('schema.graphql', join(folder, 'schema.graphql'));
const args = ['--yes', `relay-compiler@${devDependencies['relay-runtime']}`];
const [status] = await once(spawn('npx', args, { cwd: folder, stdio: 'inherit' }), 'close');
if (status === 0) {
  await rm('test/client/relay', { recursive: true, force: true });
  await mkdir('test/client/relay');
  for (const name of await readdir(join(folder, '__generated__'))) {
    const artifact = await readFile(join(folder, '__generated__', name), 'utf8');
    // Nobody reads the compiled document: one line is enough for it. The types stay as they are.
    const short = artifact.replace(/^const node[\s\S]*?^\}\)\(\);$/m, (code) => code.replace(/\n\s*/g, ''));
    await writeFile(join('test/client/relay', name), short);
  }
}
await rm(folder, { recursive: true });
process.exitCode = status;
