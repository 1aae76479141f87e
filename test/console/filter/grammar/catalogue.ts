import { readFileSync } from 'node:fs';
import {
  type Catalogue,
  type FieldValue,
  toCatalogue,
} from '../../../../clients/typescript/src/filter/catalogue.ts';
import { parseSentence } from '../../../../clients/typescript/src/filter/grammar/parse.ts';
import type { Answer, Search, Sentence } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { EMPLOYEE_BANDS } from '../../../../src/modules/catalogue/company.ts';
import { COUNTRY_CODES } from '../../../../src/modules/catalogue/countries.ts';
import { WHEN_KEYS, WHEN_WINDOWS } from '../../../../src/modules/filters/evidence-when.ts';
import { OPERATOR_KEYS, OPERATORS } from '../../../../src/modules/filters/operators.ts';
import { BUILT_IN_FIELDS } from '../../../../src/modules/filters/registry.ts';
import INDUSTRIES from '../../../../src/modules/generate/vocabulary/industries.json' with { type: 'json' };
import TECHNOLOGIES from '../../../../src/modules/generate/vocabulary/technologies.json' with {
  type: 'json',
};
import VENDORS from '../../../../src/modules/generate/vocabulary/vendors.json' with { type: 'json' };

const names = new Intl.DisplayNames('en', { type: 'region' });
const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('+', 'p')
    .replaceAll('#', 'sharp')
    .replace(/[^a-z0-9]+/g, '-');
/** The first of a list is the most frequent. Countries that no company is in come last. */
const counted = (values: readonly { value: string; label: string }[], most = 1_000): FieldValue[] =>
  values.map((each, index) => ({ ...each, companyCount: Math.max(most - index, 0) }));
const labelled = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

const technologies = TECHNOLOGIES.flatMap((category) =>
  category.technologies.map(({ name }) => ({ value: slug(name), label: name })),
);
/** Values that the catalogue lists. */
export const LISTED: Readonly<Record<string, readonly FieldValue[]>> = {
  industry: counted(labelled(INDUSTRIES.map(({ name }) => name))),
  country: counted(
    [...COUNTRY_CODES].map((code) => ({ value: code, label: names.of(code) ?? code })),
    240,
  ),
  employee_range: counted(labelled(EMPLOYEE_BANDS.map(([band]) => band))),
  technology_category: counted(labelled(TECHNOLOGIES.map(({ name }) => name))),
};

/** Values that only the service has. */
export const SEARCHED: Readonly<Record<string, readonly FieldValue[]>> = {
  technology: counted(technologies),
  partner: counted([
    ...VENDORS.map(({ label, name }) => ({ value: `${label}.example`, label: name })),
    { value: 'acme.com', label: 'Acme GmbH' },
    { value: 'nordwind.example', label: 'Nordwind' },
    { value: 'nordwind.de', label: 'Nordwind' },
    { value: 'bankofamerica.com', label: 'Bank of America' },
  ]),
  investor: counted(
    labelled(['Sequoia Capital', 'Index Ventures', 'Acme Ventures', 'Northzone', 'EQT Partners']),
  ),
  list: [
    { value: '7', label: 'Customers' },
    { value: '8', label: 'Prospects 2026' },
    { value: '9', label: 'Our CRM' },
    { value: '10', label: 'All companies in Italy' },
    { value: '11', label: 'Banks in France' },
    { value: '12', label: 'In Progress' },
    { value: '13', label: 'On hold' },
  ],
};

/** The fields of the service, with the vocabularies of the generated catalogue. Technologies and partners are searched. */
export const catalogue: Catalogue = toCatalogue({
  registryVersion: '2',
  fields: BUILT_IN_FIELDS.map(({ key, label, type, operators, dated }) => ({
    key,
    label,
    type: type.toUpperCase(),
    operators: operators.map((operator) => operator.toUpperCase()),
    when: dated ? { keys: WHEN_KEYS, windows: WHEN_WINDOWS } : null,
    values: LISTED[key] ?? null,
  })),
  operators: OPERATOR_KEYS.map((key) => ({ key: key.toUpperCase(), ...OPERATORS[key] })),
});

/** The same catalogue where technologies and investors are listed, as for small vocabularies. */
export const listedCatalogue: Catalogue = {
  ...catalogue,
  fields: catalogue.fields.map((field) =>
    field.key === 'technology' || field.key === 'investor'
      ? { ...field, values: SEARCHED[field.key] ?? null }
      : field,
  ),
};

const PAGE = 50;

/** Answers a search as the service does. */
export function answer({ field, phrase }: Search): Answer {
  const found = (SEARCHED[field] ?? []).filter(({ value, label }) =>
    [value, label].some((text) => text.toLowerCase().includes(phrase)),
  );
  return { field, phrase, values: found.slice(0, PAGE), isComplete: found.length <= PAGE };
}

/** Parses a sentence, with the answers to all its searches. */
export function parseFully(text: string, from: Catalogue = catalogue): Sentence & { rounds: number } {
  const answers: Answer[] = [];
  for (let rounds = 1; ; rounds += 1) {
    const sentence = parseSentence(text, from, answers);
    if (sentence.searches.length === 0 || rounds > 8) return { ...sentence, rounds };
    answers.push(...sentence.searches.map(answer));
  }
}

/** Sentences with their meanings. A line of the file has all texts that mean the same. */
export const EXAMPLES = readFileSync(new URL('examples.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .flatMap((line): [text: string, meaning: string][] => {
    const [texts = '', meaning = ''] = line.split(' => ');
    return texts.split(' | ').map((text) => [text, meaning]);
  });
