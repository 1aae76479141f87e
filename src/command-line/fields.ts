import { type Command, Option } from 'commander';
import { FIELD_TYPES, NUMBER_FORMATS } from '../modules/fields/own-field.ts';
import { command } from './define.ts';

const KEY = 'key of the field: custom. or org., and a name such as custom.revenue';
const ORG = ['--org <name>', 'organization of fields whose keys begin with org.'] as const;
const collect = (each: string, all: string[] = []) => [...all, each];

/** Adds the commands that manage own fields. */
export function addFields(program: Command): void {
  const fields = program
    .command('fields')
    .description('Manage own fields: what the catalogue knows of companies beside the built-in fields.');
  const commands = () => import('../commands/fields.ts');
  command(
    fields,
    'suggest',
    'Print YAML with a field for each column of company files that no built-in field has. Reads up to 1,000 rows of a file; needs no database.',
    'fields suggest crm.csv',
  )
    .argument(
      '<file...>',
      'up to 20 files or folders of companies, in any format of imports; - for standard input',
    )
    .option('--format <format>', 'ndjson, csv, tsv or parquet; by default the name or the content decides')
    .action(async (files: string[], options) => (await commands()).runFieldsSuggest(files, options));
  command(fields, 'list', 'List own fields in their order.', 'fields list')
    .option('--org <name>', 'also list the fields of this organization')
    .action(async (options) => (await commands()).runFieldsList(options));
  command(
    fields,
    'add',
    'Declare a field. Imports of companies fill fields of the catalogue, an organization fills its own over the APIs.',
    'fields add custom.revenue --type number --label Revenue --unit EUR --column Umsatz',
  )
    .argument('<key>', KEY)
    .addOption(new Option('--type <type>', 'type of its values').choices(FIELD_TYPES).makeOptionMandatory())
    .requiredOption('--label <text>', 'name of the field, for people')
    .option('--multiple', 'a company can have several values of a category')
    .option('--unit <text>', 'unit of its numbers')
    .option('--description <text>', 'what the field says of a company')
    .option('--column <name>', 'column of company files that carries its values; may be repeated', collect)
    .addOption(new Option('--number-format <example>', 'how files write its numbers').choices(NUMBER_FORMATS))
    .option(...ORG)
    .action(async (key: string, options) => (await commands()).runFieldsAdd(key, options));
  command(
    fields,
    'apply',
    'Make the declarations of a YAML file so, all or none, and say what changed. The type of a field that exists stays.',
    'fields apply fields.yaml',
  )
    .argument('<file>', 'file as fields suggest prints it; - for standard input')
    .option('--prune', 'remove the fields that the file does not have, unless lists use them')
    .option(...ORG)
    .action(async (path: string, options) => (await commands()).runFieldsApply(path, options));
  command(fields, 'remove', 'Remove a field with its values.', 'fields remove custom.revenue')
    .argument('<key>', KEY)
    .option('--force', 'also if lists use it: their conditions on it then match no value')
    .option(...ORG)
    .action(async (key: string, options) => (await commands()).runFieldsRemove(key, options));
}
