/** Receives the progress of an import. */
export interface Progress {
  /** Called at the start of a file. `size` is in bytes, undefined for a pipe. */
  start(path: string, size: number | undefined): void;
  /** Called after `bytes` more bytes were read. */
  advance(bytes: number): void;
  /** Called when the file was read and its merge begins. */
  merging(): void;
  /** Called when the file is finished or failed. */
  stop(): void;
}

export const SILENT: Progress = {
  start: () => undefined,
  advance: () => undefined,
  merging: () => undefined,
  stop: () => undefined,
};
