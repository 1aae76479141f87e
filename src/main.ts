#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { addAdministration } from './command-line/administration.ts';
import { addCatalogue } from './command-line/catalogue.ts';
import { addOperation } from './command-line/operation.ts';
import { StartupError } from './lib/fault.ts';
import { version } from './lib/version.ts';

const program = new Command('company-data')
  .description('Company data service: GraphQL and REST over PostgreSQL.')
  .version(version)
  .showHelpAfterError('(use --help to list commands and options)')
  .configureHelp({ showGlobalOptions: true });

addOperation(program);
addCatalogue(program);
addAdministration(program);

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof StartupError || error instanceof InvalidArgumentError ? error.message : stackOf(error);
  process.stderr.write(`company-data: ${text}\n`);
  process.exitCode ||= 1;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
