import { Command } from 'commander';
import { version } from '../lib/version.ts';
import { addAdministration } from './administration.ts';
import { addCatalogue } from './catalogue.ts';
import { addOperation } from './operation.ts';

/** Returns the definition of all commands. The executable parses with it; docs/operate/command-line.md is written from it. */
export function createProgram(): Command {
  const program = new Command('company-data')
    .description('Company data service: GraphQL and REST over PostgreSQL.')
    .version(version)
    .showHelpAfterError('(use --help to list commands and options)')
    .configureHelp({ showGlobalOptions: true });
  addOperation(program);
  addCatalogue(program);
  addAdministration(program);
  return program;
}
