import { SENT } from './parameters.ts';

/** Parameter that adds parts to an answer, separated by commas. */
export function includeOf<const Part extends string>(
  parts: readonly Part[],
  description: string,
  example: readonly Part[],
) {
  return SENT.optional()
    .transform((text = '', context): Part[] => {
      if (text === '') return [];
      const given = text.split(',').map((part) => part.trim());
      const known = parts.filter((part) => given.includes(part));
      const unknown = given.filter((part) => !parts.some((each) => each === part));
      if (unknown.length > 0)
        context.addIssue(`"${unknown.join(', ')}" is not known here; use ${parts.join(', ')}`);
      return known;
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...parts] }, default: [], description, example });
}

const PARTS = ['technologies', 'firmographics'] as const;
type Part = (typeof PARTS)[number];

/** Adds parts to the records of companies. */
export const include = includeOf(PARTS, 'What to add to the core record, separated by commas.', [
  'firmographics',
]);

/** Returns the variables of the fragment CompanyParts. */
export function includedParts(parts: readonly Part[]) {
  return { technologies: parts.includes('technologies'), firmographics: parts.includes('firmographics') };
}
