import type { Catalogue, FieldValue } from '../catalogue.ts';
import { keyOf } from './grade.ts';
import { type Cues, ROLES } from './phrases.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Answer } from './types.ts';

/** Tokens that a label may have without being glued, as many as the longest phrase. */
const MAX_TOKENS = 6;
/** Labels in lower case that no other token sequence could name; null for all others. */
const special = new WeakMap<FieldValue, string | null>();

/**
 * Makes one token of each label that signs would break: "St. Lucia", "Myanmar (Burma)", "Non-profit". Labels of the
 * catalogue and of results of searches count. It reads like a text in quotes.
 */
export function glueLabels(
  tokens: readonly Token[],
  text: string,
  catalogue: Catalogue,
  answers: readonly Answer[],
  cues: Cues,
): readonly Token[] {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return tokens;
  const values = [...catalogue.fields, ...answers].flatMap(({ values: some }) => some ?? []);
  const found = new Set(
    values.flatMap((value) => specialLabel(value) ?? []).filter((each) => lower.includes(each)),
  );
  // The longest label counts where several begin alike.
  const labels = [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return labels.length === 0 ? tokens : glued(tokens, text, labels, cues);
}

function glued(tokens: readonly Token[], text: string, labels: readonly string[], cues: Cues): Token[] {
  const lower = text.toLowerCase();
  const result: Token[] = [];
  // "not diamond" is the label "Not Diamond" after words such as "using" alone.
  const named = new Set(tokens.flatMap((_, at) => at + (cues.before.at(tokens, at)?.length ?? Number.NaN)));
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at];
    if (!first) break;
    const canBegin = !first.isQuoted && (named.has(at) || !ROLES.at(tokens, at) || first.key === '');
    const label = canBegin ? labels.find((each) => lower.startsWith(each, first.from)) : undefined;
    const end = first.from + (label?.length ?? 0);
    const next = label === undefined ? -1 : tokens.findIndex(({ to }) => to === end);
    if (next < at || tokens.slice(at, next + 1).some(({ isQuoted }) => isQuoted)) {
      result.push(first);
      at += 1;
      continue;
    }
    const typed = text.slice(first.from, end);
    result.push({
      ...first,
      text: typed,
      word: typed.toLowerCase(),
      key: keyOf(typed),
      to: end,
      isQuoted: true,
    });
    at = next + 1;
  }
  return result;
}

function specialLabel(value: FieldValue): string | undefined {
  const known = special.get(value);
  const found = known === undefined ? (isSpecial(value.label) ? value.label.toLowerCase() : null) : known;
  special.set(value, found);
  return found ?? undefined;
}

function isSpecial(label: string): boolean {
  if (keyOf(label) === '' || /["\u201c\u201d\u201e\u00ab\u00bb]/.test(label)) return false;
  // A band is a number.
  if (/^[\d\s,.+-]+$/.test(label)) return false;
  const tokens = tokenize(label);
  const [first] = tokens;
  const hasSign = tokens.some(
    ({ key, word, text }) => (key === '' && word !== '&') || /^\d|^[!-]/.test(text),
  );
  // "Non-profit" is split, although no space is within.
  const isSplit = tokens.some(({ from }, index) => index > 0 && tokens[index - 1]?.to === from);
  const isGrammar = tokens.length > 1 && ROLES.at(tokens, 0) !== undefined;
  return (
    isGrammar || tokens.length > MAX_TOKENS || first?.text.startsWith('.') === true || hasSign || isSplit
  );
}
