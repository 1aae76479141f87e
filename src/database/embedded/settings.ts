import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Containers have 64 MB of /dev/shm by default: too little for a parallel hash join. */
const ENOUGH_SHARED_MEMORY = 512 * MB;

/** Settings on the command line, which override postgresql.conf: they keep others out, or this code needs them. */
export function fixedSettings(socketDir: string): Record<string, string> {
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
  };
}

/** Settings that are written into postgresql.conf when the cluster is created. Users may change them there. */
export async function initialSettings(): Promise<Record<string, string>> {
  const memory = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB,
  );
  return {
    max_connections: '100',
    shared_buffers: `${clamp(memory / 8, 64, 256)}MB`,
    effective_cache_size: `${clamp(memory / 2, 256, 65_536)}MB`,
    maintenance_work_mem: `${clamp(memory / 16, 64, 256)}MB`,
    work_mem: '16MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // An embedded server has no replicas, so bulk loads need not be logged.
    wal_level: 'minimal',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    // The service logs its errors itself. Without these two, every refused statement would add to PostgreSQL's log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...((await isSharedMemorySmall()) ? { dynamic_shared_memory_type: 'sysv' } : {}),
  };
}

/** Returns settings as `-c name=value` arguments. */
export function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const clamp = (value: number, min: number, max: number) => Math.round(Math.min(Math.max(value, min), max));

async function isSharedMemorySmall(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs('/dev/shm').catch(() => undefined);
  return found !== undefined && found.blocks * found.bsize < ENOUGH_SHARED_MEMORY;
}
