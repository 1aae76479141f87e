import type { Choice, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import {
  asGroup,
  type Condition,
  type FilterNode,
  type Value,
} from '../../../../console/src/filter/definition.ts';

/** Writes a tree in one line: `country=DE,AT & technology!=docker & (a | b) & founded_year>=2011`. */
export function readable(node: FilterNode | null, isTop = true): string {
  if (node === null) return '-';
  if ('not' in node) return `!${readable(node.not, false)}`;
  if ('condition' in node) return conditionText(node.condition);
  const { kind, children } = asGroup(node) ?? { kind: 'and', children: [] };
  const inner = children.map((child) => readable(child, false)).join(kind === 'and' ? ' & ' : ' | ');
  return isTop && kind === 'and' ? inner : `(${inner})`;
}

const TEXTS: Readonly<Record<string, (values: readonly Value[]) => string>> = {
  any_of: (values) => `=${values}`,
  none_of: (values) => `!=${values}`,
  all_of: (values) => `=all(${values})`,
  eq: (values) => `=${values}`,
  gte: (values) => `>=${values}`,
  lte: (values) => `<=${values}`,
  between: (values) => `=${values.join('..')}`,
  contains: (values) => `~${values}`,
  starts_with: (values) => `^${values}`,
  ends_with: (values) => `$${values}`,
  equals: (values) => `==${values}`,
  is_known: (values) => (values[0] ? ' known' : ' unknown'),
};

function conditionText({ field, operator, values, when }: Condition): string {
  const shown = values.length > 12 ? [`${values.length} values`] : values;
  const age = when ? `[${Object.entries(when).flat().join(' ')}]` : '';
  return `${field}${TEXTS[operator]?.(shown) ?? `?${operator}`}${age}`;
}

function choiceText({ negated, field, operator, values, when }: Choice): string {
  return `${negated ? 'not ' : ''}${conditionText({ field, operator, values, ...(when ? { when } : {}) })}`;
}

/** The tree, and after it what is not a part of it: `? choice / choice` and `?? "words"`. */
export function readableSentence({ text, pieces, root }: Sentence): string {
  const open = pieces.flatMap((piece) => {
    if (piece.kind === 'ambiguous') return [`? ${piece.choices.map(choiceText).join(' / ')}`];
    return piece.kind === 'unknown' ? [`?? ${text.slice(piece.from, piece.to)}`] : [];
  });
  return [readable(root), ...open].join(' ');
}
