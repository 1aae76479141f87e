// npm run quality -- match [--names N] [--seed N]
//
// Scores the labelled pairs of pairs.txt. With DATABASE_URL, COMPANY_DATA_URL and COMPANY_DATA_KEY set, it also changes
// N names of the catalogue as people and files do, and sends them to POST /v1/match of the service on that database.
// Prints precision, recall and a curve of the confidence; exit code 1 when a target is missed.
//
// npm run quality -- rule [--rules N] [--companies N] [--seed N]
//
// Hides N rules in a generated catalogue, samples their members with 10 % noise, and looks for the rule behind the examples.
// Prints how often a rule at least as good comes back, and how often one with the same companies, beside a decision tree.
// Exit code 1 if either is below 90 %.
import { parseArgs } from 'node:util';

const USAGE =
  'usage: npm run quality -- match [--names N] [--seed N] | rule [--rules N] [--companies N] [--seed N]';

const MEASURES = {
  match: async (options) => {
    const { measurePairs, measureCatalogue } = await import('./match.mjs');
    const { DATABASE_URL, COMPANY_DATA_URL: url, COMPANY_DATA_KEY: key } = process.env;
    const met = await measurePairs();
    if (!DATABASE_URL || !url || !key) return met;
    return (await measureCatalogue({ ...options, DATABASE_URL, url, key })) && met;
  },
  rule: async (options) => (await import('./rule.mjs')).measureRules(options),
};

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      names: { type: 'string', default: '2000' },
      rules: { type: 'string', default: '200' },
      companies: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [measure = ''] = positionals;
  const numbers = Object.entries(values).map(([key, text]) => [key, Number(text)]);
  const isValid =
    positionals.length === 1 &&
    Object.hasOwn(MEASURES, measure) &&
    numbers.every(([key, number]) => Number.isSafeInteger(number) && (key === 'seed' || number > 0));
  if (!isValid) throw new Error(USAGE);
  return { measure, options: Object.fromEntries(numbers) };
}

try {
  const { measure, options } = readOptions();
  process.exitCode = (await MEASURES[measure](options)) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `quality: ${error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? USAGE : error.message}\n`,
  );
  process.exitCode = 1;
}
