// HAProxy reads its configuration.
import { join } from 'node:path';
import { missingPrograms, OPS, run } from '../lib/programs.mjs';

export const missing = () => missingPrograms({ haproxy: 'haproxy' });

export async function check() {
  await run('haproxy', ['-c', '-f', join(OPS, 'docker/haproxy/haproxy.cfg')]);
  const { stdout } = await run('haproxy', ['-v']);
  return `valid for ${stdout.split('\n')[0].replace(/ -.*/, '')}`;
}
