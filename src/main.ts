#!/usr/bin/env node
import { InvalidArgumentError } from 'commander';
import { createProgram } from './command-line/program.ts';
import { StartupError } from './lib/fault.ts';
import { propertyOf } from './lib/json.ts';
import { describeFailure } from './lib/known-failures.ts';
import { redact } from './lib/text.ts';

// A reader that has gone, such as `head`, wants no more. Anything else, such as a full disk, is a failure.
process.stdout.on('error', (error) => {
  if (propertyOf(error, 'code') !== 'EPIPE') report(error);
});

try {
  await createProgram().parseAsync();
} catch (error) {
  report(error);
}

/** Reports an error in one line, unless it is a defect. */
function report(error: unknown): void {
  const isExpected = error instanceof StartupError || error instanceof InvalidArgumentError;
  const text = isExpected ? error.message : (describeFailure(error) ?? stackOf(error));
  // Service managers keep standard error as a log.
  process.stderr.write(`company-data: ${redact(text)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && text !== stackOf(error))
    process.stderr.write(`${redact(stackOf(error))}\n`);
  process.exitCode ||= 1;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
