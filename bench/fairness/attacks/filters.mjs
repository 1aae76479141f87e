import { sendInTurns } from '../http.mjs';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const VALUES = 250;

const condition = (field, operator, values) => ({ condition: { field, operator, values } });
const preview = (root, key) => ({
  method: 'POST',
  path: '/v1/lists/preview-count',
  key,
  body: JSON.stringify({ registry_version: '1', root }),
});

/** A hundred characters that no other call sends. */
const longText = (n, index) => `${n}-${index}-`.padEnd(100, LETTERS[(n + index) % LETTERS.length]);
const longTexts = (n, start = 0) => Array.from({ length: VALUES }, (_, index) => longText(n, start + index));

/** Returns another choice of `count` values for each n. */
function choose(values, n, count) {
  const step = 1 + (n % Math.max(1, values.length - 1));
  const chosen = new Set();
  for (let index = 0; index < values.length && chosen.size < count; index++) {
    chosen.add(values[(n * 31 + index * step) % values.length]);
  }
  return [...chosen];
}

const PAIRS = [...LETTERS].flatMap((a) => [...LETTERS].map((b) => a + b));
const OPERATORS = ['contains', 'starts_with'];

function patternTree(conditions, values, n) {
  const children = Array.from({ length: conditions }, (_, index) =>
    condition('name', OPERATORS[index % OPERATORS.length], choose(PAIRS, n * conditions + index, values)),
  );
  return children.length === 1 ? children[0] : { or: children };
}

const previews = (name, finding, grownMb, clients, rootOf, { users = 1 } = {}) => ({
  name,
  finding,
  grownMb,
  run: ({ keys, sender, prepared, until }) =>
    sendInTurns(sender, clients, until, (n) => preview(rootOf(n, prepared), keys[n % users])),
});

export const FILTERS = [
  previews('facets-name-equals', 5, 350, 8, (n) => condition('name', 'equals', longTexts(n)), { users: 5 }),
  // A single condition of maximum size costs less than the maximum number of conditions.
  previews('facets-name-equals-many', 5, 350, 4, (n) => ({
    or: Array.from({ length: 20 }, (_, index) =>
      condition(
        'name',
        'equals',
        longTexts(n, index * VALUES).map((text) => text.slice(0, 100)),
      ),
    ),
  })),
  previews(
    'facets-domain-equals',
    5,
    350,
    8,
    (n) => condition('domain', 'equals', longTexts(n).map(toDomain)),
    {
      users: 5,
    },
  ),
  previews(
    'facets-investors',
    5,
    350,
    8,
    (n, { investors }) => {
      const named = choose(investors, n, VALUES);
      return { or: [condition('investor', 'any_of', named), condition('investor', 'all_of', named)] };
    },
    { users: 5 },
  ),
  previews('patterns-25000', 7, 300, 4, (n) => patternTree(100, VALUES, n)),
  previews('patterns-250', 7, 300, 8, (n) => patternTree(1, VALUES, n)),
  previews('patterns-250-spread', 7, 300, 8, (n) => patternTree(50, 5, n), { users: 5 }),
];

function toDomain(text) {
  return `${text.slice(0, 60)}.${text.slice(60, 90)}.example`;
}
