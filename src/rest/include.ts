import { TEXT } from '../parameters.ts';

const PARTS = ['technologies', 'firmographics'] as const;
type Part = (typeof PARTS)[number];

/** Parameter that adds parts to the records of companies, separated by commas. */
export const include = TEXT.optional()
  .transform((text = '', context): Part[] => {
    const given = text === '' ? [] : text.split(',').map((part) => part.trim());
    const known = PARTS.filter((part) => given.includes(part));
    const unknown = given.filter((part) => !PARTS.some((each) => each === part));
    if (unknown.length > 0)
      context.addIssue(`"${unknown.join(', ')}" is not known here; use ${PARTS.join(', ')}`);
    return known;
  })
  .meta({
    type: 'array',
    items: { type: 'string', enum: [...PARTS] },
    default: [],
    description: 'What to add to the core record, separated by commas.',
    example: ['firmographics'],
  });

/** Returns the variables of the fragment CompanyParts. */
export function includedParts(parts: readonly Part[]) {
  return { technologies: parts.includes('technologies'), firmographics: parts.includes('firmographics') };
}
