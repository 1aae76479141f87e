// A network of its own and a small disk for each PostgreSQL server, so that faults can cut one off or fill its disk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NETWORK = '10.213.77';
const BRIDGE = 'cdcluster0';
const DISK_MB = 1_024;
const namespace = (number) => `cdcluster${number}`;
const [inHost, inNode] = [(number) => `cdhost${number}`, (number) => `cdnode${number}`];

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });
const undone = [];

/** Runs a step, and remembers how to undo it. */
function step(apply, undo) {
  apply();
  undone.unshift(undo);
}

/**
 * Creates a bridge, and a network namespace and a small disk in memory for each number. Only root may.
 *
 * @returns what nodes and faults need; undefined, with a reason to `say`, where that is not possible.
 */
export function isolate(folder, numbers, say) {
  try {
    step(
      () => ip('link', 'add', BRIDGE, 'type', 'bridge'),
      () => ip('link', 'delete', BRIDGE),
    );
    ip('address', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
    for (const number of numbers) {
      connect(number);
      mount(disk(folder, number));
    }
  } catch (error) {
    removeIsolation();
    say(`networks and disks of nodes are skipped: ${String(error.stderr ?? error.message).trim()}`);
    return undefined;
  }
  return {
    host: `${NETWORK}.1`,
    hostOf: (number) => `${NETWORK}.${10 + number}`,
    dataDirOf: (number) => join(disk(folder, number), 'data'),
    /** Command that runs a program as the user in the network of a node. */
    inside: (number, user, command) => [
      'ip',
      ...['netns', 'exec', namespace(number)],
      ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
      ...command,
    ],
    cut: (number) => ip('link', 'set', inHost(number), 'down'),
    join: (number) => ip('link', 'set', inHost(number), 'up'),
    /** Fills the disk of a node. Bytes that PostgreSQL frees later are not taken. */
    fill(number) {
      const { bavail, bsize } = statfsSync(disk(folder, number));
      writeFileSync(join(disk(folder, number), 'filler'), Buffer.alloc(bavail * bsize));
    },
    empty: (number) => rmSync(join(disk(folder, number), 'filler'), { force: true }),
  };
}

/** Removes networks and disks. A second call does nothing. */
export function removeIsolation() {
  for (const undo of undone.splice(0)) {
    try {
      undo();
    } catch (error) {
      process.stderr.write(`not removed: ${String(error.stderr ?? error.message).trim()}\n`);
    }
  }
}

const disk = (folder, number) => join(folder, `disk-${number}`);

function connect(number) {
  const name = namespace(number);
  if (existsSync(`/run/netns/${name}`))
    throw new Error(`the network namespace ${name} exists; another cluster uses it`);
  step(
    () => ip('netns', 'add', name),
    () => ip('netns', 'delete', name),
  );
  ip('link', 'add', inHost(number), 'type', 'veth', 'peer', 'name', inNode(number), 'netns', name);
  ip('link', 'set', inHost(number), 'master', BRIDGE, 'up');
  ip('-n', name, 'address', 'add', `${NETWORK}.${10 + number}/24`, 'dev', inNode(number));
  ip('-n', name, 'link', 'set', inNode(number), 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
}

function mount(path) {
  mkdirSync(path);
  step(
    () =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0777`, 'tmpfs', path], {
        stdio: 'pipe',
      }),
    () => execFileSync('umount', ['--lazy', path], { stdio: 'pipe' }),
  );
}
