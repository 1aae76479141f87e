import { requireUser } from '../../lib/principal.ts';
import { optionalId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('ExportList', 'GET /lists/:list_id/export.csv', {
  summary: 'Download all members as CSV',
  description:
    'RFC 4180 in UTF-8, with rows ending in LF. A cell that a spreadsheet would run as a formula gets a leading apostrophe. Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. With too few credits, the answer is 402 and nothing is charged. `Content-Location` names the file of exactly these members: a download from there is free for as long as the export is valid, whatever becomes of the list, and so is the repetition of one that broke off. An Idempotency-Key is ignored. HEAD is refused with 405.',
  charges: true,
  parameters: {
    materialization: optionalId(
      'A materialization that was exported before: downloads its file again, free of charge. 410 if it was not exported, or if its 30 days are over.',
    ),
  },
  headers: {
    'Content-Disposition': (_, { list_id }) => `attachment; filename="list-${list_id}.csv"`,
    'Content-Location': ({ exportList }) => exportList.url,
    'X-Credits-Charged': ({ exportList }) => String(exportList.creditsCharged),
    'X-Credits-Remaining': ({ exportList }) => String(exportList.creditsRemaining),
  },
  csv:
    ({ exportList: { materialization } }, { list_id }) =>
    ({ services, principal }) =>
      services.lists.exports.openCsv(requireUser(principal), Number(list_id), Number(materialization.id)),
  example: `company_id,name,slug,primary_domain,tier,source,partnership_count,industry,employee_range,country,founded_year,domains
17,Lebelanu Works,lebelanu-works,kewoqoqa.example,high,definition,2,Software,11-50,DE,1999,kewoqoqa.example lebelanu.example
`,
  errors: ['definition_conflict', 'invalid_definition', 'export_expired'],
});
