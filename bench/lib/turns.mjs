import { openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names the file to which a server writes its turns. */
const TURNS_FILE = 'BENCH_TURNS_FILE';

/** Returns the settings of a server that measures its turns, and writes them to a file. */
export const meteredServer = (file) => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`,
  [TURNS_FILE]: file,
});

/** Ends the measurement that a server has begun, and begins another one. @returns as what `meterTurns` returns */
export async function turnsOf({ pid }, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return JSON.parse(text);
    await sleep(10);
  }
}

/**
 * Measures how long the main thread runs in each round of the event loop, while others wait. It counts processor time where the
 * system tells it (Linux): on a machine with other work, most of the wall time is that of other processes.
 *
 * @returns what ends it, and returns milliseconds
 */
export function meterTurns() {
  const now = clockOfThread();
  const turns = [];
  let last = now();
  const round = () => {
    const time = now();
    turns.push(time - last);
    last = time;
    timer = setTimeout(round, 1).unref();
  };
  let timer = setTimeout(round, 1).unref();
  return () => {
    clearTimeout(timer);
    turns.sort((a, b) => a - b);
    const at = (share) => turns[Math.ceil(turns.length * share) - 1] ?? 0;
    return {
      longest: at(1),
      p999: at(0.999),
      over10: turns.filter((ms) => ms > 10).length,
      turns: turns.length,
    };
  };
}

/** Returns a clock of the processor time of the main thread in milliseconds; of wall time on other systems than Linux. */
function clockOfThread() {
  if (process.platform !== 'linux') return () => performance.now();
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(100);
  return () => Number.parseInt(bytes.latin1Slice(0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6;
}

// In a server: each signal ends a measurement, writes it and begins another one.
if (process.env[TURNS_FILE] !== undefined && process.argv.includes('serve')) {
  let end = meterTurns();
  process.on('SIGUSR2', () => {
    writeFileSync(process.env[TURNS_FILE], JSON.stringify(end()));
    end = meterTurns();
  });
}
