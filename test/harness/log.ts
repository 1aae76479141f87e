import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, type Logger } from '../../src/lib/logger.ts';

export type LogLine = Record<string, unknown>;

export interface CapturedLog {
  logger: Logger;
  /** Everything that was written. */
  text(): string;
  lines(): LogLine[];
  /** The line of a request: it is written a moment after the answer has arrived. */
  ofRequest(requestId: string): Promise<LogLine>;
  /** The first line that fits, when it comes. */
  find(fits: (line: LogLine) => boolean): Promise<LogLine>;
}

/** The log of a service, kept instead of printed. */
export function captureLog(level = 'info'): CapturedLog {
  const written: string[] = [];
  const logger = createLogger(level, { write: (line) => void written.push(line) });
  const lines = () => written.map((line): LogLine => JSON.parse(line));
  const find: CapturedLog['find'] = async (fits) => {
    for (;;) {
      const line = lines().find(fits);
      if (line) return line;
      await sleep(1);
    }
  };
  return {
    logger,
    text: () => written.join(''),
    lines,
    find,
    ofRequest: (requestId) => find((line) => line.msg === 'request' && line.requestId === requestId),
  };
}
