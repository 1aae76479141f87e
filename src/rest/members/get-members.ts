import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { include, includedParts } from '../include.ts';
import { flag, TEXT, tier } from '../parameters.ts';
import { route } from '../route.ts';

const FIELDS = ['tier', 'name', 'partnership_count', 'technology_count', 'founded_year'] as const;
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const);

/** A field, with `-` in front for descending order. */
const sort = z
  .enum(SORTS, `must be one of ${FIELDS.join(', ')}, with "-" in front for descending order`)
  .transform((text) => {
    const descending = text.startsWith('-');
    const field = descending ? text.slice(1) : text;
    return {
      field: field.toUpperCase() as Uppercase<(typeof FIELDS)[number]>,
      direction: descending ? ('DESC' as const) : ('ASC' as const),
    };
  })
  .optional()
  .meta({
    type: 'string',
    enum: SORTS,
    description:
      'The order of the members; `-` in front is descending. By default `tier`. Unknown values come last, and equal ones are ordered by `company_id`.',
    example: '-partnership_count',
  });

export default route('GetMembers', 'GET /lists/:list_id/members', {
  summary: 'Get the members of a list',
  needsUser: true,
  description:
    'Companies that the definition matches or that were added by hand, without the excluded ones, by tier and then by `company_id` unless `sort` says otherwise. They are recomputed after a change of the list, and cached otherwise.',
  parameters: {
    tier: tier('Only members of this tier.'),
    search_name_or_domain: TEXT.optional().meta({
      ...TEXT_LIMITS.memberSearch,
      description: 'Only members whose name or domain contains this.',
      example: 'kupfer',
    }),
    sort,
    include,
    force_refresh: flag('Recompute the members even if nothing changed.'),
  },
  variables: ({ include: parts, ...given }) => ({ ...given, ...includedParts(parts) }),
  errors: [
    'definition_conflict',
    'invalid_definition',
    'cursor_expired',
    'members_too_large',
    'sort_too_large',
  ],
});
