import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';

it('the generated types match schema.graphql (npm run codegen writes them)', () => {
  const command = [resolve('node_modules/@graphql-codegen/cli/esm/bin.js'), '--check'];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
