import { type Options, Presets, SingleBar } from 'cli-progress';
import { beforeSuddenEnd } from '../lib/interruption.ts';

/** A line on standard error that shows how far a command is. */
export interface ProgressBar {
  /** Writes a line above the bar. */
  note(text: string): void;
  /** Removes the bar. */
  stop(): void;
}

/**
 * Shows a line while standard error is a terminal. Otherwise only notes are written.
 *
 * @param drawLine returns the line of this moment.
 */
export function showBar(drawLine: (options: Options) => string): ProgressBar {
  const write = (text: string) => process.stderr.write(`${text}\n`);
  if (!process.stderr.isTTY) return { note: write, stop: () => undefined };
  const bar = new SingleBar(
    { format: drawLine, clearOnComplete: true, hideCursor: true, linewrap: false },
    Presets.shades_classic,
  );
  const draw = () => bar.start(1, 0);
  draw();
  // It shows the cursor again.
  const forget = beforeSuddenEnd(() => bar.stop());
  return {
    note(text) {
      bar.stop();
      write(text);
      draw();
    },
    stop() {
      bar.stop();
      forget();
    },
  };
}
