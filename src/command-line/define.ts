import { type Command, InvalidArgumentError } from 'commander';
import { parseDate } from '../lib/clock.ts';
import { isWithin } from '../lib/request-limits.ts';
import { storedText } from '../lib/text-key.ts';

const examples = new WeakMap<Command, string>();

/** Returns the example in the help of a command, such as `org list`; undefined for a command that only groups others. */
export const exampleOf = (described: Command): string | undefined => examples.get(described);

/** Shows an example in the help of a command, and in docs/operate/command-line.md. */
export function addExample(described: Command, example: string): Command {
  examples.set(described, example);
  return described.addHelpText('after', `\nExample:\n  company-data ${example}`);
}

/** Adds a command to `parent`. Its action imports what it needs, so that `key create` does not load GraphQL. */
export function command(
  parent: Command,
  nameAndArguments: string,
  description: string,
  example: string,
): Command {
  const added = parent
    .command(nameAndArguments)
    .description(description)
    .option('--json', 'print one JSON object on standard output');
  return addExample(added, example);
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

/** Parses a text, which is trimmed. */
export function textUpTo(limits: { maxLength: number }): (text: string) => string {
  return (text) => {
    const clean = storedText(text.trim());
    if (clean !== '' && isWithin(clean, limits)) return clean;
    throw new InvalidArgumentError(`It must have 1 to ${limits.maxLength} characters.`);
  };
}

/** Parses a date or a time, such as 2030-12-31 or 2030-12-31T12:00:00Z. */
export function time(text: string): Date {
  const at = parseDate(text);
  if (at) return at;
  throw new InvalidArgumentError(`"${text}" is not a date; use a date such as 2030-12-31.`);
}
