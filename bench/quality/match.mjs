import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { readName } from '../../dist/modules/match/name.js';
import { scoreNames, wordWeight } from '../../dist/modules/match/score.js';
import { CHANGES, chanceOf, pick } from './changed-names.mjs';

const LOOK = 0.7;
const SAFE = 0.9;
const TARGETS = {
  pairs: { [LOOK]: { precision: 0.88, recall: 0.85 }, [SAFE]: { precision: 0.97 } },
  catalogue: { [SAFE]: { precision: 0.99 } },
};

const print = (line = '') => process.stdout.write(`${line}\n`);
const percent = (share) => (Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`);

/** Prints a row of a table for each threshold. @returns whether all targets are met */
function judge(label, cases, targets = {}) {
  const cells = [LOOK, SAFE].map((threshold) => {
    const answered = cases.filter(({ confidence }) => confidence >= threshold);
    const right = answered.filter((each) => each.isRight).length;
    const precision = right / answered.length;
    const recall = right / cases.filter(({ isSame }) => isSame).length;
    const { precision: least = 0, recall: leastRecall = 0 } = targets[threshold] ?? {};
    return {
      text: `${percent(precision)} | ${percent(recall)}`,
      met: !(precision < least || recall < leastRecall),
    };
  });
  const met = cells.every((cell) => cell.met);
  print(`| ${[label, cases.length, ...cells.map(({ text }) => text), met ? '' : 'MISSED'].join(' | ')} |`);
  return met;
}

function printHead(title) {
  print(`\n${title}\n`);
  print(`| | names | precision at ${LOOK} | recall | precision at ${SAFE} | recall | |`);
  print('|---|---|---|---|---|---|---|');
}

/** Words of pairs have no catalogue: none is known, and only common ones weigh less. */
const NO_CATALOGUE = { weightOf: (word) => wordWeight(word, 1, 1), has: () => false };

/** Scores the labelled pairs. @returns whether the targets are met */
export async function measurePairs() {
  const cases = (await readPairs()).map(({ isSame, given, found }) => {
    const { score } = scoreNames(readName(given), readName(found), NO_CATALOGUE);
    return { given, found, confidence: score, isSame, isRight: isSame };
  });
  printHead('Labelled pairs');
  const met = judge('all', cases, TARGETS.pairs);
  print('\nJudged otherwise than labelled:');
  for (const { isSame, confidence, given, found } of cases) {
    if (confidence >= LOOK !== isSame)
      print(`${isSame ? '=' : '!'} ${confidence.toFixed(2)} ${given} | ${found}`);
  }
  return met;
}

/** Reads pairs.txt. @returns the pairs as `{isSame, given, found}` */
export async function readPairs() {
  const text = await readFile(new URL('pairs.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [label, given, found] = line.split(' | ');
    return { isSame: label === '=', given, found };
  });
}

/** Sends changed names of the catalogue to the service. @returns whether the targets are met */
export async function measureCatalogue({ names, seed, DATABASE_URL, url, key }) {
  const made = makeCases(await readCatalogue(DATABASE_URL), names, chanceOf(seed));
  const startedAt = performance.now();
  const cases = [];
  for (let at = 0; at < made.length; at += BATCH)
    cases.push(...(await ask(made.slice(at, at + BATCH), url, key)));
  const seconds = (performance.now() - startedAt) / 1000;
  printHead(`Changed names of the catalogue, ${made.length} in ${seconds.toFixed(1)} s`);
  for (const change of Object.keys(CHANGES)) {
    const each = cases.filter((one) => one.change === change);
    if (each.length > 0) judge(change, each);
  }
  const met = judge('all', cases, TARGETS.catalogue);
  printCurve(cases);
  return met;
}

const BATCH = 1000;

/** Reads the names that one company has. */
async function readCatalogue(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT id, name FROM company ORDER BY id');
    const companies = new Map();
    for (const { id, name } of rows) {
      for (const each of readName(name).keys)
        companies.set(each, companies.has(each) ? undefined : { id, name });
    }
    return companies;
  } finally {
    await client.end();
  }
}

/** Changes names at random, as many of each kind, unless the result is the name of another company. */
function makeCases(companies, names, chance) {
  const unique = [...new Set(companies.values())].filter((company) => company !== undefined);
  const kinds = Object.entries(CHANGES);
  const cases = [];
  for (const [change, apply] of kinds) {
    const wanted = Math.ceil(names / kinds.length);
    for (let tries = 0, made = 0; made < wanted && tries < wanted * MAX_TRIES; tries++) {
      const company = pick(unique, chance);
      const given = apply(company.name, chance);
      if (given === undefined || given === company.name) continue;
      const { keys } = readName(given);
      if (keys.length === 0 || keys.some((each) => companies.has(each) && companies.get(each) !== company))
        continue;
      cases.push({ change, given, companyId: String(company.id), isSame: true });
      made++;
    }
  }
  return cases.slice(0, names);
}

const MAX_TRIES = 50;

async function ask(cases, url, key) {
  const response = await fetch(new URL('/v1/match', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ rows: cases.map(({ given }) => ({ name: given })) }),
  });
  if (!response.ok) throw new Error(`POST /v1/match: ${response.status} ${await response.text()}`);
  const { results } = await response.json();
  return cases.map((each, index) => {
    const { company, confidence } = results[index];
    const isRight = company !== null && String(company.company_id) === each.companyId;
    return { ...each, confidence: company === null ? 0 : confidence, isRight };
  });
}

/** Draws how many answers of a confidence are right. A calibrated one is near it. */
function printCurve(cases) {
  print('\n| confidence | answers | mean | right | |\n|---|---|---|---|---|');
  for (let from = LOOK; from < 0.995; from += STEP) {
    const bin = cases.filter(
      ({ confidence }) => confidence >= from - TINY && confidence < from + STEP - TINY,
    );
    if (bin.length === 0) continue;
    const mean = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
    const right = bin.filter(({ isRight }) => isRight).length / bin.length;
    const bar = '#'.repeat(Math.round(right * WIDTH)).padEnd(WIDTH, '.');
    print(`| ${from.toFixed(2)} | ${bin.length} | ${mean.toFixed(3)} | ${right.toFixed(3)} | ${bar} |`);
  }
}

const STEP = 0.05;
const TINY = 1e-9;
const WIDTH = 40;
