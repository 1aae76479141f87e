import { z } from 'zod';
import { toEnumValue } from '../graphql/enums.ts';
import { attachment } from '../lib/http-headers.ts';
import { requireUser } from '../lib/principal.ts';
import { AT } from './examples.ts';
import { refTo } from './openapi/json-schema.ts';
import { flag, maxCredits, optionalId, TEXT, tier } from './parameters.ts';
import { route } from './route.ts';

const OWN_COLUMNS = 'Keys of own fields whose values are columns after the built-in ones.';

export const exports = [
  route('GetExportEstimate', 'GET /lists/:list_id/export/estimate', {
    summary: 'Estimate the price of an export',
    needsUser: true,
    description: 'What an export of all members, or of one tier, would cost now. Free of charge.',
    parameters: { tier: tier('Only members of this tier.') },
    errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
  }),

  route('ExportList', 'POST /lists/:list_id/export', {
    summary: 'Pay for an export of the members',
    needsUser: true,
    description:
      'Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. With too few credits, the answer is 402 and nothing is charged. `url` is the CSV file of exactly these members: a download from there is free until `valid_until`. This only pays, and a retry with the same Idempotency-Key returns the first answer. `GET …/export.csv` pays and sends the file in one response.',
    charges: true,
    isBodyOptional: true,
    parameters: {
      tier: tier('Only members of this tier, which alone are charged.'),
      bom: z.boolean().optional().meta({
        description: 'Begin the file with a byte order mark, by which Excel recognizes UTF-8.',
        default: false,
        example: false,
      }),
      fields: z
        .array(z.string().meta(refTo('FilterFieldKey')))
        .optional()
        .meta({ maxItems: 700, description: OWN_COLUMNS, example: ['custom.revenue'] }),
      max_credits: maxCredits,
    },
    headers: {
      'X-Credits-Charged': ({ exportList }) => String(exportList.credits_charged),
      'X-Credits-Remaining': ({ exportList }) => String(exportList.credits_remaining),
    },
    example: {
      url: '/v1/lists/3/export.csv?materialization=7',
      file_name: 'Software in Germany.csv',
      valid_until: AT,
      materialization_id: 7,
      credits_charged: 1,
      credits_remaining: 9999,
    },
    errors: [
      'definition_conflict',
      'invalid_definition',
      'max_credits_exceeded',
      'members_too_large',
      'quota_exceeded',
    ],
  }),

  route('DownloadExport', 'GET /lists/:list_id/export.csv', {
    summary: 'Download the members as CSV',
    needsUser: true,
    description:
      'RFC 4180 in UTF-8, with rows ending in LF. A cell that a spreadsheet would run as a formula gets a leading apostrophe. Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. With too few credits, the answer is 402 and nothing is charged. `Content-Location` names the file of exactly these members. A download from there is free for as long as the export is valid, whatever becomes of the list. So is the repetition of one that broke off. The file is named after the list. HEAD is refused with 405. A session must name a `materialization`, so that no link spends credits. This pays and sends the file in one response, and ignores an Idempotency-Key. `POST …/export` only pays, returns the address of the file, and honours the key.',
    charges: true,
    freeWith: 'materialization',
    parameters: {
      materialization: optionalId(
        'A materialization that was exported before: downloads its file again, free of charge. 410 if these members were not exported, or if their 30 days are over.',
        7,
      ),
      tier: tier('Only members of this tier, which alone are charged.'),
      bom: flag('Begin the file with a byte order mark, by which Excel recognizes UTF-8.'),
      fields: TEXT.optional()
        .transform((text) => (text ? text.split(',').map((key) => key.trim()) : undefined))
        .meta({
          type: 'array',
          items: refTo('FilterFieldKey'),
          description: `${OWN_COLUMNS} Separated by commas.`,
          example: ['custom.revenue'],
        }),
    },
    headers: {
      'Content-Disposition': ({ exportList }) => attachment(exportList.fileName),
      'Content-Location': ({ exportList }) => exportList.url,
      'X-Credits-Charged': ({ exportList }) => String(exportList.creditsCharged),
      'X-Credits-Remaining': ({ exportList }) => String(exportList.creditsRemaining),
    },
    file: {
      types: ['text/csv'],
      open:
        ({ exportList: { materialization } }, { list_id, tier, bom, fields }) =>
        ({ services, principal }) =>
          services.lists.exports.files.openCsv(requireUser(principal), Number(list_id), {
            materializationId: materialization.materializationId,
            tier: tier ? toEnumValue(tier) : undefined,
            bom: bom === true,
            fields: fields == null ? undefined : [fields].flat(),
          }),
    },
    example: `company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains
17,Kupferwald Software,kupferwald-software,kupferwald-software.example,high,definition,2,Software,11-50,DE,1999,kupferwald-software.example kupferwald.example
`,
    errors: [
      'definition_conflict',
      'invalid_definition',
      'export_expired',
      'members_too_large',
      'quota_exceeded',
    ],
  }),
];
