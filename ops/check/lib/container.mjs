// Runs programs of an image without a container engine: in namespaces of their own, in the image's root, which they cannot
// write to, as its user, without capabilities.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Mounts what a container engine mounts. Its arguments are the root, the user, the folder, and the command. */
const ENTER = `
set -eu
root=$1 user=$2 folder=$3
shift 3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=1777 tmpfs "$root/data"
mount -t tmpfs -o mode=0755 tmpfs "$root/run"
mkdir "$root/run/secrets"
printf %s "\${DATABASE_URL:-}" > "$root/run/secrets/database-url"
unset DATABASE_URL
cd "$root/$folder"
exec chroot "$root" setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all -- env --chdir "$folder" "$@"
`;

/**
 * Starts a command in an image.
 *
 * @param image its `root`, and `config` as the image states it. @param settings environment besides that of the image;
 *   DATABASE_URL becomes the file /run/secrets/database-url.
 * @returns the child, with `output`, `ended` and `signal(name)`, which reaches process 1 of the container.
 */
export function start({ root, config }, command, settings) {
  const namespaces = [
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
    '--propagation=private',
  ];
  const enter = ['sh', '-c', ENTER, 'enter', root, config.User, config.WorkingDir, ...command];
  const env = { ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s))), ...settings };
  const child = spawn('unshare', [...namespaces, ...enter], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      child.output += text;
    });
  }
  child.ended = once(child, 'close').then(([code]) => code);
  child.signal = (name) => process.kill(processOneOf(child.pid), name);
  return child;
}

/** Runs a command in an image to its end. @returns its output. @throws Error if it fails. */
export async function runIn(image, command, settings) {
  const child = start(image, command, settings);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${child.output}`);
  return child.output;
}

/** Returns the only child of `unshare`. */
const processOneOf = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
