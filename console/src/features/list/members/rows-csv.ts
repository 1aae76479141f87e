import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { toCsv } from '../../../lib/csv.ts';
import { membersText } from '../../../text/members.ts';

const text = membersText.columns;
const COLUMNS = [
  ...[text.name, text.domain, text.tier, text.source, text.country, text.industry, text.size],
  ...[text.founded, text.technologies, text.partners],
];

/** Spreadsheets read UTF-8 only after this mark. */
const MARK = '\ufeff';

/** Returns members as a CSV file of what the table shows of them, which costs nothing to read. */
export function membersCsv(members: readonly MemberRowFragment[]): string {
  return MARK + toCsv([COLUMNS, ...members.map(cellsOf)]);
}

function cellsOf({ tier, source, company }: MemberRowFragment): (string | number)[] {
  const { country, industry, employeeRange, foundedYear, technologyCount } = company.firmographics;
  return [
    ...[company.name, company.primaryDomain, tier.toLowerCase(), source.toLowerCase()],
    ...[country ?? '', industry ?? '', employeeRange ?? '', foundedYear ?? ''],
    ...[technologyCount, company.partnershipCount],
  ];
}
