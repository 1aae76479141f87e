import type { Argument, Command, Option } from 'commander';
import { exampleOf } from '../../src/command-line/define.ts';
import { code, table } from './markdown.ts';

/** How commands are called in a clone, as everywhere in docs/. */
const CALL = 'npm run cli --';
/** Nearly every command has it: it is shown once, not in every section. */
const JSON_OPTION = '--json';

/** Returns an overview of all commands, and a section for each, in Markdown. */
export function commandLineReference(program: Command): string {
  const commands = walk(program);
  const leaves = commands.filter((each) => each.commands.length === 0);
  const overview = leaves.map((each) => [
    `[${code(nameOf(each))}](#${nameOf(each).replaceAll(' ', '-')})`,
    each.description(),
  ]);
  return [
    `## All commands\n\n${table(['command', 'effect'], overview)}`,
    `## Options of several commands\n\n${table(['option', 'of', 'meaning'], sharedOptions(program, leaves))}`,
    ...commands.map(section),
  ].join('\n');
}

/** Returns the commands below `parent`, each group before its members. */
const walk = (parent: Command): Command[] => parent.commands.flatMap((each) => [each, ...walk(each)]);

/** Returns the name with those of its groups, such as `org list`. */
function nameOf(described: Command): string {
  const { parent } = described;
  return parent?.parent ? `${nameOf(parent)} ${described.name()}` : described.name();
}

const isShared = ({ long }: Option): boolean => long === JSON_OPTION;

function sharedOptions(program: Command, leaves: readonly Command[]): string[][] {
  const ofProgram = program.createHelp().visibleOptions(program);
  const lacking = leaves.filter(({ options }) => !options.some(isShared)).map((each) => code(nameOf(each)));
  const json = leaves.flatMap(({ options }) => options.filter(isShared)).slice(0, 1);
  return [
    ...json.map(({ flags, description }) => [code(flags), `all but ${lacking.join(', ')}`, description]),
    ...ofProgram.map(({ flags, description }) => [code(flags), 'all', description]),
  ];
}

function section(described: Command): string {
  const example = exampleOf(described);
  const rows = [
    ...described.registeredArguments.map(argumentRow),
    ...described.options.filter((option) => !isShared(option)).map(optionRow),
  ];
  const parts = [
    `${described.parent?.parent ? '###' : '##'} ${nameOf(described)}`,
    described.description(),
    ...(example === undefined ? [] : [`\`\`\`sh\n${CALL} ${example}\n\`\`\``]),
    ...(rows.length === 0 ? [] : [table(['argument or option', 'default', 'meaning'], rows).trimEnd()]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function argumentRow(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required
    ? [code(`<${name}>`), 'required', argument.description]
    : [code(`[${name}]`), '', argument.description];
}

function optionRow({ flags, description, mandatory, defaultValue, argChoices = [] }: Option): string[] {
  const fallback = defaultValue === undefined ? '' : code(String(defaultValue));
  const choices = argChoices.length === 0 ? '' : `: ${argChoices.map(code).join(', ')}`;
  return [code(flags), mandatory ? 'required' : fallback, `${description}${choices}`];
}
