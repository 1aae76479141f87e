/** Told how far an import has come. */
export interface Progress {
  /** A file begins; `size` in bytes, undefined for a pipe. */
  start(path: string, size: number | undefined): void;
  /** So many bytes more have been read. */
  advance(bytes: number): void;
  /** Everything has been read and is being merged into the catalogue. */
  merging(): void;
  /** The file is done, or given up. */
  stop(): void;
}

export const SILENT: Progress = {
  start: () => undefined,
  advance: () => undefined,
  merging: () => undefined,
  stop: () => undefined,
};
