import { z } from 'zod';
import { schema } from '../../graphql/schema.ts';
import { count, id, keysOf, pageOf, record, TIME, UserReference } from './common.ts';
import { CompanyReference } from './companies.ts';

const FieldKey = z
  .enum(keysOf(schema, 'FilterFieldKey'))
  .meta({ id: 'FilterFieldKey', description: 'What a condition is about.' });
const OperatorKey = z.enum(keysOf(schema, 'FilterOperatorKey')).meta({
  id: 'FilterOperatorKey',
  description: 'How a condition compares; which of them a field allows, the catalogue says.',
});

const Condition = record({
  field: FieldKey,
  operator: OperatorKey,
  values: z
    .array(z.union([z.string(), z.int(), z.boolean()]))
    .min(1)
    .max(250),
}).meta({ id: 'Condition', description: 'What a company must have: a field, an operator, 1 to 250 values.' });

/** Exactly one key each (contract, section 6). */
const Node: z.ZodType = z
  .lazy(() =>
    z.union([
      record({ and: z.array(Node).min(1).describe('All of them.') }),
      record({ or: z.array(Node).min(1).describe('Any of them.') }),
      record({ not: Node }),
      record({ condition: Condition }),
    ]),
  )
  .meta({
    id: 'Node',
    description:
      'A node of a filter tree: an object with exactly one key. A tree is at most 8 deep and holds up to 100 conditions.',
  });

export const Definition = record({
  registry_version: z.string().describe('From `GET /v1/lists/filter-fields`.'),
  root: Node.nullable().describe('Null in a new list: it matches nothing by itself.'),
}).meta({
  id: 'Definition',
  description: 'A filter tree and the version of the catalogue that it was written for.',
});

const FilterValue = record({
  value: z.string().describe('What goes into `values`.'),
  label: z.string().describe('What people call it.'),
  company_count: count('How many companies have it, whenever seen.'),
}).meta({ id: 'FilterValue', description: 'A value that a condition can name.' });

export const FilterValues = pageOf('values', FilterValue);

const FilterField = record({
  key: FieldKey,
  label: z.string(),
  type: z.enum(keysOf(schema, 'FilterFieldType')).describe('What its values are.'),
  operators: z.array(OperatorKey).min(1),
  values: z
    .array(FilterValue)
    .max(300)
    .optional()
    .describe(
      'All values of a vocabulary of up to 300; absent where they are to be searched, or any value goes.',
    ),
  max_values: z.int().min(1).max(250).describe('The most values in one condition.'),
  dated: z.boolean().describe('Whether its evidence has dates, which decide the tier of a member.'),
  example: Condition.describe('A condition to begin with.'),
}).meta({ id: 'FilterField', description: 'A field that a condition can be about.' });

const FilterOperator = record({
  key: OperatorKey,
  label: z.string(),
  values: record({ min: z.int().min(1), max: z.int().min(1) }).describe('How many values it takes.'),
}).meta({ id: 'FilterOperator', description: 'A way to compare.' });

export const FilterCatalog = record({
  registry_version: z.string().describe('What a definition is stamped with.'),
  fields: z.array(FilterField),
  operators: z.array(FilterOperator),
}).meta({ id: 'FilterCatalog', description: 'Everything that a filter can be made of.' });

const CAPPED = {
  count: z.int().min(0).max(10_000).describe('How many match, up to 10000.'),
  capped: z.boolean().describe('Whether there are 10000 or more.'),
};

export const PreviewCount = record(CAPPED).meta({
  id: 'PreviewCount',
  description: 'How many companies match.',
});

export const DefinitionPreview = record({
  ...CAPPED,
  added_count: count('Matches that are no members yet.'),
  removed_count: count('Members that would no longer match.'),
  added_sample: z.array(CompanyReference),
  removed_sample: z.array(CompanyReference),
}).meta({
  id: 'DefinitionPreview',
  description: 'What a definition would change, against the current members.',
});

export const SavedDefinition = record({
  definition_version: id('The version that was appended.'),
  definition: Definition,
}).meta({ id: 'SavedDefinition', description: 'The definition as it was saved.' });

const VERSION = { version: id('1, 2, …'), author: UserReference, created_at: TIME };

export const DefinitionVersion = record({ ...VERSION, definition: Definition }).meta({
  id: 'DefinitionVersion',
  description: 'A version of a definition.',
});

export const DefinitionVersions = pageOf(
  'versions',
  record(VERSION).meta({
    id: 'DefinitionVersionReference',
    description: 'A version of a definition in short.',
  }),
);
