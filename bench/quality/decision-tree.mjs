import { Bitmap } from '../../dist/modules/facets/bitmap.js';

// A decision tree (CART: Breiman, Friedman, Olshen and Stone, "Classification and Regression Trees", 1984) as a peer: it splits
// the catalogue into examples and others by the Gini impurity, with both classes of equal weight.

const MAX_DEPTH = 4;
const MIN_SHARE = 0.05;
const QUANTILES = 32;
const WINDOWS = [30, 90, 180, 365];

/** Prepares trees over a catalogue. @returns a function that grows one, and returns the ids of its node with the greatest worth */
export function createTrees(companies) {
  const all = new Bitmap(companies.map(({ id }) => id));
  const known = new Map();
  const idsOf = ({ name, meets }) => {
    const ids = known.get(name) ?? new Bitmap(companies.filter(meets).map(({ id }) => id));
    known.set(name, ids);
    return ids;
  };
  return (examples, worthOf) => {
    const exampleIds = new Bitmap(examples.map(({ id }) => id));
    const tests = testsOf(examples).map(idsOf);
    const weight = examples.length / (companies.length - examples.length);
    let best;
    const visit = (node, depth) => {
      const covered = node.andCardinality(exampleIds);
      if (depth > 0) {
        const worth = worthOf({ covered, count: node.size });
        if (best === undefined || worth > best.worth) best = { worth, ids: node };
      }
      if (depth === MAX_DEPTH || covered < 2 || covered === node.size) return;
      const test = bestTest(node, Bitmap.and(node, exampleIds), tests, weight);
      const [yes, no] = [Bitmap.and(node, test), Bitmap.andNot(node, test)];
      if (yes.isEmpty || no.isEmpty) return;
      visit(yes, depth + 1);
      visit(no, depth + 1);
    };
    visit(all, 0);
    return best.ids;
  };
}

function bestTest(node, examples, tests, weight) {
  let best;
  for (const test of tests) {
    const [covered, count] = [examples.andCardinality(test), node.andCardinality(test)];
    const sides = [
      [covered, count - covered],
      [examples.size - covered, node.size - count - (examples.size - covered)],
    ];
    const impurity = sides.reduce((sum, [own, others]) => {
      const total = own + weight * others;
      return total === 0 ? sum : sum + (own * weight * others) / total;
    }, 0);
    if (best === undefined || impurity < best.impurity) best = { impurity, test };
  }
  return best.test;
}

/** Tests of single values and of bounds, as the search of the service has. */
function testsOf(examples) {
  const tests = [];
  const add = (name, meets) => tests.push({ name, meets });
  const counted = (valuesOf) => {
    const counts = new Map();
    for (const company of examples)
      for (const value of valuesOf(company)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MIN_SHARE * examples.length).map(([value]) => value);
  };
  for (const field of ['country', 'industry', 'employee_range'])
    for (const value of counted((company) => [company[field]]))
      add(`${field} ${value}`, (company) => company[field] === value);
  for (const field of ['technologies', 'categories'])
    for (const value of counted((company) => company[field].keys())) {
      add(`${field} ${value}`, (company) => company[field].has(value));
      for (const days of WINDOWS) {
        add(`${field} ${value} last ${days}`, (company) => company[field].get(value)?.last <= days);
        add(`${field} ${value} first ${days}`, (company) => company[field].get(value)?.first <= days);
      }
    }
  for (const field of ['founded_year', 'partnership_count', 'technology_count']) {
    const numbers = examples.flatMap((company) => company[field] ?? []).sort((a, b) => a - b);
    const bounds = Array.from(
      { length: QUANTILES },
      (_, n) => numbers[Math.floor((n * numbers.length) / QUANTILES)],
    );
    for (const bound of new Set(bounds))
      add(`${field} ${bound}`, (company) => company[field] !== null && company[field] >= bound);
  }
  return tests;
}
