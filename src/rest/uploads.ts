import { z } from 'zod';
import { fileFormat } from './file-formats.ts';
import { repeated } from './import-uploads.ts';
import { flag, optionalId, requiredId, TEXT, tier } from './parameters.ts';

/** Media types of files. */
export const UPLOAD_TYPES = ['text/csv', 'application/x-ndjson'] as const;

const KINDS = ['match', 'enrich', 'add_to_list', 'set_fields'] as const;
export const ALL_KINDS = [...KINDS, 'export'] as const;
const TIERS = ['high', 'medium', 'exploratory'] as const;
const LIST = 'must be the `list_id` of a list';
const CONFIDENCE = 'must be a number from 0 to 1, with at most three decimals';
/** Characters of the longest name that file systems have. */
const MAX_NAME_LENGTH = 255;
const NAME = `must have 1 to ${MAX_NAME_LENGTH} characters, none of them invisible, and not only blanks`;
/** With a character that is seen: neither blank nor ignored by fonts, nor the Braille pattern without dots. */
const VISIBLE_NAME = /^(?=.*[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800])\P{C}+$/u;
/** Greatest integer of PostgreSQL. */
const MAX_ID = 2_147_483_647;
const MAX_CREDITS = MAX_ID;
/** Built-in columns of exports and own fields. */
const MAX_COLUMNS = 714;
/** `custom.` and the part after the dot. */
const MAX_KEY_LENGTH = 47;
const CREDITS = `must be a whole number from 0 to ${MAX_CREDITS}`;

/** The id of a list in a query, as a number. */
function listId(description: string) {
  return z
    .string(LIST)
    .regex(/^[1-9]\d{0,9}$/, LIST)
    .transform(Number)
    .optional()
    .meta({ type: 'integer', format: 'int32', minimum: 1, maximum: MAX_ID, description, example: 5 });
}

/** Parameters of the query of `POST /v1/jobs`. */
export const UPLOAD_PARAMETERS = z.strictObject({
  kind: z.enum(KINDS, `must be one of ${ALL_KINDS.join(', ')}`).meta({
    description:
      'What the job does with the rows. `match` finds their companies. `enrich` also reads their partners, for credits. `add_to_list` also adds the companies to a list, once all rows are done. `set_fields` also writes values into fields of the organization.',
    example: 'match',
  }),
  name: TEXT.regex(VISIBLE_NAME, NAME).max(MAX_NAME_LENGTH, NAME).optional().meta({
    description: 'Name of the file, by which people find the job.',
    example: 'accounts.csv',
    maxLength: MAX_NAME_LENGTH,
  }),
  min_confidence: z
    .string(CONFIDENCE)
    .regex(/^(?:0(?:\.\d{1,3})?|1(?:\.0{1,3})?)$/, CONFIDENCE)
    .transform(Number)
    .default(0.9)
    .meta({
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.9,
      description: 'Confidence from which on a row counts as matched.',
      example: 0.9,
    }),
  max_credits: z
    .string(CREDITS)
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) <= MAX_CREDITS, CREDITS)
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: MAX_CREDITS,
      description:
        'Most credits that the job may charge: it then runs without an approval. Without it, the job waits for one once its rows are matched. Send 0 for kinds that are free.',
      example: 500,
    }),
  list_id: listId('The list of `add_to_list`, and of no other kind. It requires access as editor.'),
  source_list_id: listId(
    'Takes the members of this list as rows, with their names and domains as columns, instead of a body. With a user key, or signed in. It requires access as viewer.',
  ),
  tier: z
    .enum(TIERS, `must be one of ${TIERS.join(', ')}`)
    .optional()
    .meta({
      description:
        'Only members in this tier: of `source_list_id`, or of an `export`, which then charges for them alone.',
      example: 'high',
    }),
  search: TEXT.optional().meta({
    description: 'Only members of `source_list_id` whose name or domain contains this text; case is ignored.',
    example: 'soft',
  }),
  set: repeated(
    'With `set_fields` and `source_list_id`: values that all members get. A key of a field of the organization, `=` and the value, as a cell of a file has it.',
    'org.score=12',
  ),
  shared: flag('Whether the whole organization sees the job. Otherwise its creator and admins do.'),
});

const { max_credits, shared } = UPLOAD_PARAMETERS.shape;

/** Parameters that the kind `export` has beside those of files. */
const EXPORT_ALONE = {
  since: optionalId(
    'With `export`, a materialization of the list: only members that have entered since, which alone are charged.',
    7,
  ),
  format: fileFormat('Format of the file of an `export`.'),
  fields: TEXT.optional()
    .transform((text) => (text ? text.split(',').map((key) => key.trim()) : undefined))
    .meta({
      type: 'array',
      items: { type: 'string', maxLength: MAX_KEY_LENGTH },
      maxItems: MAX_COLUMNS,
      description:
        'Columns of an `export`, separated by commas: keys of built-in columns, `technologies`, `partners`, and keys of own fields. Without a built-in one among them, all built-in columns come first.',
      example: ['name', 'primary_domain', 'partners', 'custom.revenue'],
    }),
};

/** Parameters of the query of `POST /v1/jobs?kind=export`. */
export const EXPORT_PARAMETERS = {
  kind: z.literal('export'),
  list_id: requiredId('The list.', 5),
  max_credits,
  shared,
  tier: tier('Only members in this tier, which alone are charged.'),
  ...EXPORT_ALONE,
};

const { description: KINDS_OF_FILES = '' } = UPLOAD_PARAMETERS.shape.kind.meta() ?? {};

/** Parameters of both, as they are documented. */
export const JOB_PARAMETERS = z.strictObject({
  ...UPLOAD_PARAMETERS.shape,
  kind: z.enum(ALL_KINDS).meta({
    description: `${KINDS_OF_FILES} \`export\` has no body. It makes a file of the members of a list, and pays for them at once, without an approval.`,
    example: 'match',
  }),
  list_id: optionalId(
    'The list of `add_to_list`, which requires access as editor, or of `export`. No other kind takes it.',
    5,
  ),
  ...EXPORT_ALONE,
});
