// The scripts of compose.yaml make a primary and a replica, which gets what the primary writes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../bench/lib/ports.mjs';
import { findServer, missingServer, own } from '../lib/postgresql.mjs';
import { inNewFolder, missingPrograms, OPS, run } from '../lib/programs.mjs';

const SCRIPT = join(OPS, 'check/lib/replication.sh');

export function missing() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'only root on Linux can mount secrets';
  return missingServer() ?? missingPrograms({ unshare: 'util-linux', bash: 'bash' });
}

export async function check() {
  await inNewFolder(async (folder) => {
    own(folder);
    const work = join(folder, 'work');
    mkdirSync(work);
    own(work);
    const ports = [String(await freePort()), String(await freePort())];
    // Whatever the script leaves running ends with its namespace.
    const namespaces = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
      '--propagation=private',
    ];
    const args = [join(OPS, 'docker/postgres'), findServer(), work, ...ports];
    await run('unshare', [...namespaces, 'bash', SCRIPT, ...args], { cwd: '/' });
  });
  return 'the replica follows its primary, also after a new start';
}
