// A linter reads the Dockerfile. The check `image` builds it.
import { join } from 'node:path';
import { missingModules, moduleFile, OPS, run } from '../lib/programs.mjs';

export const missing = missingModules;

export async function check() {
  await run(moduleFile('.bin', 'dockerfile-utils'), ['lint', join(OPS, 'docker/Dockerfile')]);
  return 'no findings';
}
