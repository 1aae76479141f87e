import { domainToASCII } from 'node:url';
import type { Condition } from './oracle-tree.ts';

/** Adds a parameter to the statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** SQL that limits dated evidence by its first and its last sighting. */
export type Seen = (first: string, last: string) => string;

/** Returns the SQL of a condition without its negation. `seen` limits dated evidence. */
export type Ask = (condition: Condition, bind: Bind, seen: Seen) => string;

/** SQL of what makes texts the same, as PostgreSQL alone computes it. */
export const keyOf = (text: string) => `provisional_text_key(${text})`;
const asIs = (text: string) => text;

/** The evidence of a category is the earliest first and the latest last sighting of its technologies. */
const detection = (column: string, same: (text: string) => string) => (value: string, seen: Seen) =>
  `EXISTS (
  SELECT FROM company_technology d JOIN technology t ON t.id = d.technology_id
  WHERE d.company_id = c.id AND ${same(column)} = ${same(value)}
  HAVING count(*) > 0 AND ${seen('min(d.first_seen)', 'max(d.last_seen)')})`;

const partnership = (value: string, seen: Seen) => `EXISTS (
  SELECT FROM partnership p JOIN company o ON o.id = p.partner_id
  WHERE p.company_id = c.id AND ${seen('p.first_observed_at', 'p.last_observed_at')}
    AND CASE WHEN strpos(${value}, '.') > 0
      THEN EXISTS (SELECT FROM company_domain m WHERE m.company_id = o.id
        AND m.domain = regexp_replace(lower(btrim(${value})), '^www[.]', ''))
      ELSE o.slug = lower(btrim(${value})) END)`;

const investment = (value: string) => `EXISTS (
  SELECT FROM company_investor h JOIN investor i ON i.id = h.investor_id
  WHERE h.company_id = c.id AND ${keyOf('i.name')} = ${keyOf(value)})`;

/** Returns SQL that is true for any value (any_of, none_of) or for every value (all_of). */
function quantify(has: (value: string, seen: Seen) => string): Ask {
  return ({ operator, values }, bind, seen) => {
    const wanted = `unnest(${bind(values)}::text[]) AS wanted (value)`;
    const holds = has('wanted.value', seen);
    return operator === 'all_of'
      ? `NOT EXISTS (SELECT FROM ${wanted} WHERE NOT ${holds})`
      : `EXISTS (SELECT FROM ${wanted} WHERE ${holds})`;
  };
}

function code(column: string, same = asIs): Ask {
  return ({ operator, values }, bind) =>
    operator === 'is_known'
      ? `${column} IS NOT NULL`
      : `${same(column)} IN (SELECT ${same('v')} FROM unnest(${bind(values)}::text[]) v)`;
}

/** Comparisons by operator; values are placeholders. */
const COMPARISONS: Record<string, (column: string, values: string[]) => string> = {
  eq: (column, [value]) => `${column} = ${value}`,
  gte: (column, [value]) => `${column} >= ${value}`,
  lte: (column, [value]) => `${column} <= ${value}`,
  between: (column, [from, to]) => `(${column} >= ${from} AND ${column} <= ${to})`,
};

function integer(column: string): Ask {
  return ({ operator, values }, bind) => {
    if (operator === 'is_known') return `${column} IS NOT NULL`;
    const compare = lookUp(COMPARISONS, operator);
    return compare(
      column,
      values.map((value) => `${bind(value)}::int`),
    );
  };
}

const TEXTS: Record<string, (text: string, part: string) => string> = {
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  starts_with: (text, part) => `strpos(${text}, ${part}) = 1`,
  ends_with: (text, part) => `right(${text}, char_length(${part})) = ${part}`,
  equals: (text, part) => `${text} = ${part}`,
};

/** Returns SQL that is true when any of the texts matches. */
function text(relation: string, column: string): Ask {
  return ({ operator, values }, bind) => `EXISTS (
    SELECT FROM ${relation}, unnest(${bind(values)}::text[]) AS wanted (value)
    WHERE ${lookUp(TEXTS, operator)(keyOf(column), keyOf('wanted.value'))})`;
}

/** Returns a domain in A-labels; other texts as they are. */
function asDomain(value: string): string {
  const host = value
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
  return (host.includes('.') && domainToASCII(host)) || value;
}

/** Returns part of a domain in A-labels, with a dot on each side where a label outside of ASCII must begin or end. */
function asPart(value: string, operator: string): { part: string; before: string; after: string } {
  const labels = value.split('.');
  const isAscii = labels.map((label) => domainToASCII(`${label}.a`) === '' || /^[ -~]*$/.test(label));
  const part = labels.map((label, index) =>
    isAscii[index] ? label : domainToASCII(`${label}.a`).slice(0, -2),
  );
  return {
    part: part.join('.'),
    before: isAscii[0] || operator === 'starts_with' ? '' : '.',
    after: isAscii.at(-1) || operator === 'ends_with' ? '' : '.',
  };
}

/** Domains are stored in A-labels. A label outside of ASCII counts as complete. */
const domains: Ask = ({ operator, values }, bind) => {
  const parts = values
    .map(String)
    .map((value) =>
      operator === 'equals' ? { part: asDomain(value), before: '', after: '' } : asPart(value, operator),
    );
  const wanted = ['part', 'before', 'after'].map(
    (key) => `${bind(parts.map((each) => Object(each)[key]))}::text[]`,
  );
  const own = 'before || own.domain || after';
  return `EXISTS (
    SELECT FROM company_domain own, unnest(${wanted.join(', ')}) AS wanted (part, before, after)
    WHERE own.company_id = c.id
      AND ${lookUp(TEXTS, operator)(own, 'before || lower(part) || after')})`;
};

const ASKS: Record<string, Ask> = {
  technology: quantify(detection('t.tech_key', asIs)),
  technology_category: quantify(detection('t.category', keyOf)),
  partner: (condition, bind, seen) =>
    quantify(partnership)({ ...condition, values: condition.values.map(String).map(asDomain) }, bind, seen),
  investor: quantify(investment),
  industry: code('c.industry', keyOf),
  country: code('c.country'),
  employee_range: code('c.employee_range'),
  founded_year: integer('c.founded_year'),
  partnership_count: integer('c.partnership_count'),
  technology_count: integer('c.technology_count'),
  name: text('(SELECT c.name) AS own (name)', 'own.name'),
  domain: domains,
};

export function askOf(field: string): Ask {
  return lookUp(ASKS, field);
}

function lookUp<T>(record: Record<string, T>, key: string): T {
  const found = record[key];
  if (found === undefined) throw new Error(`the oracle does not know ${key}`);
  return found;
}
