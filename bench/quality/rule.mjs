import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../dist/database/client.js';
import { createCatalogueService } from '../../dist/modules/catalogue/service.js';
import { Bitmap } from '../../dist/modules/facets/bitmap.js';
import { createFiltersService } from '../../dist/modules/filters/service.js';
import { generateTo } from '../../dist/modules/generate/generate.js';
import { importPaths } from '../../dist/modules/import/import.js';
import { worthOf } from '../../dist/modules/insight/rule-measures.js';
import { createRuleService } from '../../dist/modules/insight/rule-service.js';
import { createFilledDatabase } from '../lib/database.mjs';
import { median } from '../lib/statistics.mjs';
import { chanceOf } from './changed-names.mjs';
import { createTrees } from './decision-tree.mjs';
import { drawExamples, drawRule, readCompanies } from './hidden-rules.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = 0.9;
const CACHE_BYTES = 256 * 1024 * 1024;
const MAX_CONDITIONS = 4;
const USER = { organizationId: 1, userId: 1, keyId: 1 };

const print = (line) => process.stdout.write(`${line}\n`);
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/**
 * Hides rules in a generated catalogue, and looks for them by examples. A found rule is as good as the hidden one if its worth is no
 * less: the number by which the service orders suggestions. It could also be worth more because it fits the examples better than their
 * rule. So its companies are compared with those of the hidden rule as well, which no one has shown to the service.
 *
 * @returns whether at least nine of ten are as good, and nine of ten agree with the hidden rule
 */
export async function measureRules({ companies: size, rules, seed }) {
  const folder = await mkdtemp(join(tmpdir(), 'company-data-quality-'));
  const database = await createFilledDatabase(ROOT, openDatabase, async ({ pool }) => {
    await generateTo(folder, { companies: size, seed });
    await importPaths(pool, [folder], { rejectsDir: join(folder, 'rejects') });
    return {};
  });
  try {
    const cases = await lookForRules(database.pool, { rules, seed });
    return report(cases, size);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function lookForRules(pool, { rules, seed }) {
  const companies = await readCompanies(pool);
  const growTree = createTrees(companies);
  const filters = createFiltersService(pool, { cacheBytes: CACHE_BYTES });
  const service = createRuleService({
    db: pool,
    filters,
    findCompanies: createCatalogueService(pool).findIds,
    findLists: async () => [],
  });
  const chance = chanceOf(seed);
  const cases = [];
  while (cases.length < rules) {
    const hidden = drawRule(companies, chance);
    if (hidden === undefined) continue;
    const { members, examples } = drawExamples(hidden, companies, chance);
    const worth = (reach) => worthOf('balanced', reach, examples.length);
    const wanted = worth({ covered: members.length, count: hidden.matches.length });
    const startedAt = performance.now();
    const { suggestions } = await service.suggest(USER, {
      examples: { domains: examples.map(({ domain }) => domain) },
      maxConditions: MAX_CONDITIONS,
      strictness: 'balanced',
    });
    const ms = performance.now() - startedAt;
    const inside = new Bitmap(hidden.matches.map(({ id }) => id));
    const shown = new Bitmap(examples.map(({ id }) => id));
    const judge = (ids) => ({
      worth: worth({ covered: ids.andCardinality(shown), count: ids.size }) / wanted,
      agreement: ids.jaccardIndex(inside),
    });
    const [found] = suggestions;
    const { high, medium, exploratory } = found ? await filters.select(found.definition) : NOTHING;
    cases.push({
      texts: hidden.texts,
      definition: found?.definition.root,
      ms,
      found: judge(Bitmap.orMany([high, medium, exploratory])),
      tree: judge(growTree(examples, worth)),
    });
  }
  return cases;
}

const NOTHING = { high: new Bitmap(), medium: new Bitmap(), exploratory: new Bitmap() };

/** Part of a worth that floating-point numbers lose. */
const EQUAL = 1 - 1e-9;
/** Least agreement of a rule that is taken for the hidden one: the companies in both, of those in either. */
const SAME = 0.9;

const isAsGood = ({ worth }) => worth >= EQUAL;
const agrees = ({ agreement }) => agreement >= SAME;

function report(cases, companies) {
  print(
    `\n${cases.length} rules hidden in ${companies.toLocaleString('en-US')} companies, 10 % noise among the examples\n`,
  );
  print(
    '| conditions | rules | at least as good | decision tree | agrees with the rule | decision tree | agreement, mean | decision tree | median ms |',
  );
  print('|---|---|---|---|---|---|---|---|---|');
  for (const length of [1, 2, 3, 4])
    row(
      length,
      cases.filter(({ texts }) => texts.length === length),
    );
  const met = row('all', cases);
  for (const { texts, found, definition } of cases.filter((each) => !isAsGood(each.found)))
    print(
      `- worth ${found.worth.toFixed(3)}, agreement ${found.agreement.toFixed(2)}: ${texts.join('; ')}\n  ${JSON.stringify(definition)}`,
    );
  return met;
}

/** @returns whether the targets are met */
function row(label, cases) {
  if (cases.length === 0) return true;
  const sides = ['found', 'tree'];
  const shares = [isAsGood, agrees].map((test) =>
    sides.map((side) => cases.filter((each) => test(each[side])).length / cases.length),
  );
  const means = sides.map(
    (side) => cases.reduce((sum, each) => sum + each[side].agreement, 0) / cases.length,
  );
  const ms = median(cases.map((each) => each.ms));
  const cells = [...shares.flat().map(percent), ...means.map((mean) => mean.toFixed(3)), ms.toFixed(0)];
  print(`| ${[label, cases.length, ...cells].join(' | ')} |`);
  return shares.every(([ours]) => ours >= TARGET);
}
