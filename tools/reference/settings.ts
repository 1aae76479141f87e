import type { SettingDescription } from '../../src/config.ts';
import { code, table } from './markdown.ts';

const HEADS = ['variable', 'values', 'unit', 'default', 'meaning'];

/** Returns a table of the settings of each group, in Markdown. */
export function settingsReference(settings: readonly SettingDescription[]): string {
  const groups = [...new Set(settings.map(({ group }) => group))];
  return groups
    .map((group) => {
      const members = settings.filter((each) => each.group === group);
      return `## ${group}\n\n${table(HEADS, members.map(rowOf))}`;
    })
    .join('\n');
}

/** An empty default, such as that of a list, is shown as none. */
function rowOf({ name, values, unit = '', fallback, meaning }: SettingDescription): string[] {
  return [code(name), values, unit, fallback ? code(fallback) : '', meaning];
}
