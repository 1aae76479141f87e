import { basename } from 'node:path';
import type { RowSink } from './columns.ts';

/** A file of a folder and the number that its line 0 has among the lines of all files. */
interface Part {
  name: string;
  start: number;
}

/** Numbers the lines of the files of a folder, so that each has a number of its own, and finds them again. */
export class PartLines {
  readonly #parts: Part[] = [];
  /** Largest number so far. */
  #last = -1;

  /** Begins the next file. */
  begin(path: string): void {
    this.#parts.push({ name: basename(path), start: this.#last + 1 });
  }

  /** Returns a sink of the current file that passes on its rows by their numbers. */
  numbered(sink: RowSink): RowSink {
    const { start } = this.#parts.at(-1) ?? { start: 0 };
    const number = (line: number) => {
      this.#last = Math.max(this.#last, start + line);
      return start + line;
    };
    return {
      add: (line, row, text) => sink.add(number(line), row, text),
      reject: (line, error, text, row) => sink.reject(number(line), error, text, row),
      warnUnknown: (line, field, text) => sink.warnUnknown(number(line), field, text),
    };
  }

  /** Returns the line of a file that has a number. `file` is undefined unless there are parts. */
  find(number: number): { line: number; file?: string } {
    const part = this.#parts.findLast(({ start }) => start <= number);
    return part === undefined ? { line: number } : { line: number - part.start, file: part.name };
  }
}
