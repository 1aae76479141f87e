import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../errors.ts';
import type { Cluster } from './binaries.ts';
import type { Location } from './location.ts';
import { LOCKED, readServerPid, removeStaleLocks } from './lock-files.ts';
import { cleanEnvironment, firstError } from './run.ts';
import { fixedSettings, toFlags } from './settings.ts';

const LOG_LIMIT = 5 * 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/** The user that runs PostgreSQL opens the log. Root must not write where another user may put a link. */
const SCRIPT =
  'umask 077; log=$1; [ "$2" = rotate ] && mv -f "$log" "$log.1"; shift 2; exec "$@" >>"$log" 2>&1';

export interface StartedServer {
  /**
   * Returns why it ended: `locked` when another process has started PostgreSQL meanwhile, `stopped` when the last process
   * that was attached has stopped it in an orderly way, else PostgreSQL's message. Returns undefined while it runs.
   */
  failure(): Promise<'locked' | 'stopped' | string | undefined>;
}

/**
 * Starts PostgreSQL in a session of its own. A Ctrl-C in the terminal must not reach it, since this service still
 * finishes its requests. It must also outlive this process while another one is attached.
 */
export async function start({ location, user, binaries }: Cluster): Promise<StartedServer> {
  await removeStaleLocks(location);
  const size = (await stat(location.log).catch(() => undefined))?.size ?? 0;
  const rotate = size > LOG_LIMIT;
  const program = [binaries.postgres, '-D', location.data, ...toFlags(fixedSettings(location.socketDir))];
  const args = ['-c', SCRIPT, 'sh', location.log, rotate ? 'rotate' : 'append', ...program];
  const child = spawn('/bin/sh', args, {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: 'ignore',
  });
  let ended: string | undefined;
  let isStopped = false;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    isStopped = code === 0;
    ended ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  return {
    async failure() {
      if (ended === undefined) return undefined;
      // The log has the sessions that the stop ended, as errors.
      if (isStopped) return 'stopped';
      const output = (await readFile(location.log).catch(() => Buffer.alloc(0)))
        .subarray(rotate ? 0 : size)
        .toString();
      if (LOCKED.test(output)) return 'locked';
      // These lines answer processes that asked whether PostgreSQL is ready.
      const lines = output.split('\n').filter((line) => !line.includes('the database system is'));
      return firstError(lines.join('\n')) || `${ended}; see ${location.log}`;
    },
  };
}

/** Stops PostgreSQL and waits until it has ended every session and written a checkpoint. */
export async function stop(location: Location): Promise<void> {
  const pid = await readServerPid(location);
  if (pid === undefined) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  try {
    process.kill(pid, 'SIGINT');
    // The lock file tells when it has stopped. The process may stay as a zombie that nobody collects.
    while ((await readServerPid(location)) === pid && Date.now() < deadline) {
      process.kill(pid, 0);
      await sleep(POLL_MS);
    }
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
