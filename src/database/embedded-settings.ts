import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Containers give 64 MB of /dev/shm unless told otherwise: too little for a parallel hash join. */
const ENOUGH_SHARED_MEMORY = 512 * MB;

/** Always set on the command line: what keeps others out, and what the management relies on. */
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

/** Written into postgresql.conf when the database is made: a user may change them there. */
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
    // No replica follows an embedded server: bulk loads need not be logged twice.
    wal_level: 'minimal',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    // The service logs its own errors; without these two the file would grow with every refused statement.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...((await isSharedMemorySmall()) ? { dynamic_shared_memory_type: 'sysv' } : {}),
  };
}

/** As `-c name=value` arguments. */
export function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const clamp = (value: number, min: number, max: number) => Math.round(Math.min(Math.max(value, min), max));

async function isSharedMemorySmall(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs('/dev/shm').catch(() => undefined);
  return found !== undefined && found.blocks * found.bsize < ENOUGH_SHARED_MEMORY;
}
