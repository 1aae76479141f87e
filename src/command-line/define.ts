import { type Command, InvalidArgumentError } from 'commander';
import { parseDate } from '../lib/parse-date.ts';

/** Adds a command to `parent`. Its action imports what it needs, so that `key create` does not load GraphQL. */
export function command(
  parent: Command,
  nameAndArguments: string,
  description: string,
  example: string,
): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', `\nExample:\n  company-data ${example}`);
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`"${text}" is not a whole number from ${min} to ${max}.`);
  };
}

/** Parses the id of a row. */
export const id = wholeNumber(1, 2 ** 31 - 1);

/** Parses a date or a time, such as 2030-12-31 or 2030-12-31T12:00:00Z. */
export function time(text: string): Date {
  const at = parseDate(text);
  if (at) return at;
  throw new InvalidArgumentError(`"${text}" is not a date; use a date such as 2030-12-31.`);
}
