import { hostile } from './hostile.ts';
import type { Random } from './random.ts';

export const TEXTS = [
  'acme',
  'hub',
  'a',
  '\u0000',
  'a\u0000',
  '\ud800',
  'Öl',
  '100%',
  '_',
  '\\',
  "'",
  '"',
  'kubernetes',
  '😀',
  '=1+1',
  '<b>',
];

const FIELDS = [
  'technology',
  'technology_category',
  'partner',
  'investor',
  'industry',
  'country',
  'employee_range',
  'org.owner',
];
const NUMBERS = ['founded_year', 'partnership_count', 'technology_count', 'org.score'];
const DECIMALS = [-1.5, 0.0001, -999_999_999_999_999, 0.00001, 1e15];
const CODES = [
  'kubernetes',
  'Containers',
  'hub.example',
  'North Fund',
  'Software',
  'DE',
  '11-50',
  'kubernets',
  'Ada',
];

/** Returns a definition in the spelling of REST, mostly within its limits. */
export function definition(random: Random): unknown {
  return { registry_version: random.chance(0.95) ? '1' : hostile(random), root: node(random, 4) };
}

function node(random: Random, depth: number): unknown {
  if (random.chance(0.03)) return hostile(random);
  if (depth === 0 || random.chance(0.5)) return { condition: condition(random) };
  const kind = random.pick(['and', 'or', 'not']);
  if (kind === 'not') return { not: node(random, depth - 1) };
  return { [kind]: random.times(random.pick([1, 2, 3, 3, 0]), () => node(random, depth - 1)) };
}

function condition(random: Random): unknown {
  const kind = random.below(4);
  const value = (make: () => unknown) => (random.chance(0.08) ? hostile(random) : make());
  if (kind === 0) {
    const values = random.times(random.pick([1, 2, 2]), () =>
      value(() => (random.chance(0.8) ? random.below(2030) : random.pick(DECIMALS))),
    );
    return {
      field: random.pick(NUMBERS),
      operator: random.pick(['eq', 'gte', 'lte', 'between', 'is_known']),
      values,
    };
  }
  if (kind === 1) {
    const values = random.times(random.pick([1, 1, 3]), () => value(() => random.pick(TEXTS)));
    const operator = random.pick(['contains', 'starts_with', 'ends_with', 'equals']);
    return { field: random.pick(['name', 'domain']), operator, values };
  }
  const values = random.times(random.pick([1, 1, 2, 251]), () => value(() => random.pick(CODES)));
  return {
    field: random.pick(FIELDS),
    operator: random.pick(['any_of', 'all_of', 'none_of', 'is_known']),
    values,
  };
}
