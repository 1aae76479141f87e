import { register } from 'node:module';

// `node --import ./test/harness/typescript.mjs src/main.ts` runs the sources without a build, for tests that need
// separate processes. Threads of such a process run it, too.
register('./typescript-hooks.mjs', import.meta.url);
