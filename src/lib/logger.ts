import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard error: standard output belongs to what a command prints. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
