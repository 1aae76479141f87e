import type { ImportKind } from './kinds.ts';

/** Phases of a file: an import reads it, merges the rows into the catalogue, and updates the facet index. */
export type ImportPhase = 'reading' | 'merging' | 'indexing';

/** File that an import begins. `size` is in bytes before decompression, undefined for a pipe. */
interface ProgressFile {
  path: string;
  kind: ImportKind;
  size: number | undefined;
}

/** State of a running import. It is stored in `catalogue_import.progress`. */
export interface ImportProgress {
  /** Position of the current file, from 1. */
  file: number;
  files: number;
  path: string;
  kind: ImportKind;
  phase: ImportPhase;
  /** Bytes of the file that were read, before decompression. */
  bytes: number;
  /** Null for a pipe. */
  size: number | null;
  /** Rows of the file that were read. */
  rows: number;
  /** Average of the last ten seconds. Null unless the phase is `reading`, and in its first second. */
  rows_per_second: number | null;
  /** Seconds since the phase began. */
  phase_seconds: number;
  /** Seconds until the file is read. Null if they are unknown: of a pipe, and in other phases. */
  seconds_left: number | null;
}

/** Receives the progress of an import and tells its state. */
export interface Progress {
  /** Called once, before the first file, with the number of files. */
  begin(files: number): void;
  /** Called at the start of each file, whose phase is `reading`. */
  start(file: ProgressFile): void;
  /** Called after `count` more bytes were read. */
  advance(count: number): void;
  /** Called after `count` more rows were read. */
  rows(count: number): void;
  phase(phase: ImportPhase): void;
  /** Called when the file is finished or failed. */
  stop(): void;
  /** Returns the state; undefined between files. */
  read(): ImportProgress | undefined;
}

interface Sample {
  /** Milliseconds. */
  at: number;
  bytes: number;
  rows: number;
}

/** Milliseconds over which rates are averaged. */
const WINDOW = 10_000;
const SAMPLE_INTERVAL = 500;
/** Milliseconds before which a rate means little. */
const FIRST_RATE = 1000;

/** @param now returns milliseconds of a clock that never goes back. */
export function createProgressMeter(now: () => number = () => performance.now()): Progress {
  let files = 0;
  let position = 0;
  let current:
    | (ProgressFile & { phase: ImportPhase; since: number; bytes: number; rows: number })
    | undefined;
  let samples: [Sample, ...Sample[]] | undefined;

  function enter(phase: ImportPhase): void {
    if (!current) return;
    const { bytes, rows } = current;
    current.phase = phase;
    current.since = now();
    samples = [{ at: current.since, bytes, rows }];
  }

  function sample(): void {
    if (!current || !samples) return;
    const at = now();
    if (at - (samples.at(-1) ?? samples[0]).at < SAMPLE_INTERVAL) return;
    samples.push({ at, bytes: current.bytes, rows: current.rows });
    forget(samples, at);
  }

  return {
    begin(count) {
      files = count;
      position = 0;
    },
    start(file) {
      position += 1;
      current = { ...file, phase: 'reading', since: 0, bytes: 0, rows: 0 };
      enter('reading');
    },
    advance(count) {
      if (current) current.bytes += count;
    },
    rows(count) {
      if (current) current.rows += count;
      sample();
    },
    phase: enter,
    stop() {
      current = undefined;
    },
    read() {
      if (!current || !samples) return undefined;
      const { path, kind, phase, bytes, size, rows, since } = current;
      const at = now();
      sample();
      forget(samples, at);
      const [oldest] = samples;
      const isRated = phase === 'reading' && at - oldest.at >= FIRST_RATE;
      const perSecond = (count: number) => (1000 * count) / (at - oldest.at);
      const byteRate = isRated ? perSecond(bytes - oldest.bytes) : 0;
      return {
        file: position,
        files,
        path,
        kind,
        phase,
        bytes,
        size: size ?? null,
        rows,
        rows_per_second: isRated ? Math.round(perSecond(rows - oldest.rows)) : null,
        phase_seconds: Math.floor((at - since) / 1000),
        seconds_left:
          size === undefined || byteRate === 0 ? null : Math.ceil(Math.max(0, size - bytes) / byteRate),
      };
    },
  };
}

/** Removes samples that left the window, except the last of them: rates count from it. */
function forget(samples: [Sample, ...Sample[]], now: number): void {
  while (samples[1] && samples[1].at <= now - WINDOW) samples.shift();
}
