import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, type Logger } from '../../src/lib/logger.ts';

export type LogLine = Record<string, unknown>;

export interface CapturedLog {
  logger: Logger;
  /** Returns the complete output. */
  text(): string;
  lines(): LogLine[];
  /** Returns the line of a request, which is written a moment after the response has arrived. */
  ofRequest(requestId: string): Promise<LogLine>;
  /** Returns the first line that fits, once it is written. */
  find(fits: (line: LogLine) => boolean): Promise<LogLine>;
}

/** Captures the log of a service instead of printing it. */
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
