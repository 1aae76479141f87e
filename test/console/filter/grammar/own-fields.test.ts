import { describe, expect, test } from '@jest/globals';
import { toCatalogue } from '../../../../clients/typescript/src/filter/catalogue.ts';
import { parseSentence } from '../../../../clients/typescript/src/filter/grammar/parse.ts';
import type { Answer, Search } from '../../../../clients/typescript/src/filter/grammar/types.ts';
import { catalogue as builtIn, parseFully, answer as searched } from './catalogue.ts';
import { readableSentence } from './readable.ts';

const COMPARED = ['EQ', 'GTE', 'LTE', 'BETWEEN', 'IS_KNOWN'];
const CATEGORY = ['ANY_OF', 'NONE_OF', 'IS_KNOWN'];
const listed = (...labels: string[]) =>
  labels.map((label, index) => ({ value: label, label, companyCount: 20 - index }));

const OWN = [
  { key: 'custom.revenue', label: 'Revenue (EUR)', type: 'NUMBER', operators: COMPARED },
  {
    key: 'custom.hq_city',
    label: 'City',
    type: 'CATEGORY',
    operators: CATEGORY,
    values: listed('Berlin', 'Kiel'),
  },
  { key: 'custom.hiring', label: 'Hiring', type: 'BOOLEAN', operators: ['EQ', 'IS_KNOWN'] },
  { key: 'org.score', label: 'Score', type: 'NUMBER', operators: COMPARED },
  { key: 'org.renewal', label: 'Renewal', type: 'DATE', operators: COMPARED },
  {
    key: 'org.stage',
    label: 'Stage',
    type: 'CATEGORY',
    operators: CATEGORY,
    values: listed('In talks', 'Won'),
  },
  { key: 'org.owner', label: 'Account owner', type: 'CATEGORY', operators: CATEGORY },
  {
    key: 'org.tags',
    label: 'Tags',
    type: 'CATEGORY',
    operators: ['ALL_OF', ...CATEGORY],
    values: listed('Hot', 'Cold'),
  },
];

const { fields, ...rest } = builtIn;
const own = toCatalogue({ registryVersion: '2.3.5', fields: OWN, operators: [] });
const catalogue = { ...rest, registryVersion: '2.3.5', fields: [...fields, ...own.fields] };

/** Values that the catalogue does not list. One search answers with those of all fields. */
const OWNERS = ['Ada Lovelace', 'Grace Hopper', 'Berlin Team'];

function answer(search: Search): Answer {
  if (search.field !== 'own') return searched(search);
  const found = OWNERS.filter((label) => label.toLowerCase().includes(search.phrase));
  const others = [{ field: 'technology', value: 'docker', label: 'Docker', companyCount: 9 }];
  const values = [...listed(...found).map((each) => ({ ...each, field: 'org.owner' })), ...others];
  return { ...search, values, isComplete: true };
}

function read(text: string): string {
  const answers: Answer[] = [];
  for (let round = 0; round < 8; round += 1) {
    const sentence = parseSentence(text, catalogue, answers);
    if (sentence.searches.length === 0) return readableSentence(sentence);
    answers.push(...sentence.searches.map(answer));
  }
  throw new Error(`"${text}" asks for searches without an end.`);
}

const EXAMPLES: readonly (readonly [texts: string, meaning: string])[] = [
  [
    'revenue over 10m | revenue above 10 million | revenue more than 10M | revenue at least 10,000,000 | revenue >= 10m | over 10m revenue | revenue is over €10m | custom.revenue over 10m | Revenue (EUR) over 10m',
    'custom.revenue>=10000000',
  ],
  [
    'revenue under 2.5 million | revenue below 2.5m | revenue less than 2,500,000 | revenue at most 2.5 million',
    'custom.revenue<=2500000',
  ],
  ['revenue over 1.2bn | revenue over 1.2 billion', 'custom.revenue>=1200000000'],
  [
    'score between 10 and 20 | score 10-20 | score from 10 to 20 | score: 10 to 20 | between 10 and 20 score',
    'org.score=10..20',
  ],
  ['score 12.5', 'org.score=12.5'],
  ['score under -2.5', 'org.score<=-2.5'],
  ['score between -5 and 5', 'org.score=-5..5'],
  ['revenue over 1m and under 5m', 'custom.revenue>=1000000 & custom.revenue<=5000000'],
  ['revenue over 1m, since 2015', 'custom.revenue>=1000000 & founded_year>=2015'],
  ['revenue over 1m, 51-200 employees', 'custom.revenue>=1000000 & employee_range=51-200'],
  ['not revenue over 10m', '!custom.revenue>=10000000'],
  ['revenue unknown', 'custom.revenue unknown'],
  ['no revenue', '- ?? no revenue'],
  ['renewal before 2027', 'org.renewal<=2026-12-31'],
  ['renewal in 2026 | renewal 2026', 'org.renewal=2026-01-01..2026-12-31'],
  ['renewal after march 2026', 'org.renewal>=2026-04-01'],
  ['renewal since 2026-03-15 | renewal 2026-03-15 or later', 'org.renewal>=2026-03-15'],
  [
    'renewal on 15 march 2026 | renewal 2026-03-15 | renewal: march 15, 2026 | renewal 15th March 2026',
    'org.renewal=2026-03-15',
  ],
  ['renewal by q2 2026', 'org.renewal<=2026-06-30'],
  ['renewal between 2026-01-01 and june 2026', 'org.renewal=2026-01-01..2026-06-30'],
  ['renewal in february 2024', 'org.renewal=2024-02-01..2024-02-29'],
  ['renewal in 2026-13', '- ?? renewal in 2026-13'],
  ['renewal 2026-02-30', '- ?? renewal 2026-02-30'],
  ['in berlin | berlin | city berlin | city: berlin | hq city berlin', 'custom.hq_city=Berlin'],
  ['not in berlin', 'custom.hq_city!=Berlin'],
  ['in berlin or kiel', 'custom.hq_city=Berlin,Kiel'],
  ['hiring | hiring: yes | hiring is true | companies that are hiring', 'custom.hiring=true'],
  ['not hiring | hiring: no | hiring is false', 'custom.hiring=false'],
  ['companies in germany that are hiring', 'country=DE & custom.hiring=true'],
  ['hiring in NO', 'custom.hiring=true & country=NO'],
  ['hiring no partners', 'custom.hiring=true & partnership_count=0'],
  ['hiring unknown', 'custom.hiring unknown'],
  [
    'owner: ada lovelace | org.owner ada lovelace | account owner ada lovelace | ada lovelace',
    'org.owner=Ada Lovelace',
  ],
  ['account owner ada', '- ? org.owner=Ada Lovelace'],
  ['berlin team', 'org.owner=Berlin Team'],
  ['stage in talks | in talks', 'org.stage=In talks'],
  ['hot and cold | tags hot and cold', 'org.tags=all(Hot,Cold)'],
  ['hot, cold', 'org.tags=Hot,Cold'],
  [
    'software in berlin with revenue over 10m, hiring, not stage won, renewal before 2027',
    'industry=Software & custom.hq_city=Berlin & custom.revenue>=10000000 & custom.hiring=true & org.stage!=Won & org.renewal<=2026-12-31',
  ],
];

describe('own fields', () => {
  test.each(EXAMPLES)('%s', (texts, meaning) => {
    const all = texts.split(' | ');
    expect(all.map((text) => [text, read(text)])).toEqual(all.map((text) => [text, meaning]));
  });

  test('are read with their places and labels', () => {
    const { pieces, root } = parseSentence('not hiring, revenue over 2.5m', catalogue);
    const shared = { kind: 'condition', negated: false };
    const hiring = { field: 'custom.hiring', operator: 'eq', values: [false] };
    const revenue = { field: 'custom.revenue', operator: 'gte', values: [2_500_000] };
    expect(pieces).toEqual([
      { ...shared, ...hiring, labels: ['false'], from: 0, to: 10, pointer: '/root/and/0' },
      { kind: 'word', role: 'comma', from: 10, to: 11 },
      { ...shared, ...revenue, labels: ['2500000'], from: 12, to: 29, pointer: '/root/and/1' },
    ]);
    expect(root).toEqual({ and: [{ condition: hiring }, { condition: revenue }] });
  });

  test('leave words of the grammar and of built-in fields their meaning', () => {
    const named = OWN.map((field, index) => ({
      ...field,
      label: ['In', 'Not', 'Employees', 'And'][index] ?? field.label,
    }));
    const { fields: other } = toCatalogue({ registryVersion: '2.3.5', fields: named, operators: [] });
    const meaning = (text: string) =>
      readableSentence(parseFully(text, { ...catalogue, fields: [...fields, ...other] }));
    expect(meaning('companies in germany and austria, not software, 51-200 employees')).toBe(
      'country=DE,AT & industry!=Software & employee_range=51-200',
    );
    expect(meaning('custom.hiring')).toBe('custom.hiring=true');
  });

  test('are searched at once, whatever their number', () => {
    const { searches } = parseSentence('lovelace', catalogue);
    expect(searches.filter(({ field }) => !fields.some(({ key }) => key === field))).toEqual([
      { field: 'own', phrase: 'lovelace' },
    ]);
  });

  test('need nothing of a catalogue that has none', () => {
    expect(readableSentence(parseFully('revenue over 10m'))).toContain('?? revenue');
  });
});
