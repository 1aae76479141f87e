import { z } from 'zod';
import { MAX_BREAKDOWNS, MAX_VIEW_COLUMNS, TEXT_LIMITS } from '../lib/request-limits.ts';
import { EXAMPLES } from './examples.ts';
import { flag, PATH_TEXT, word } from './parameters.ts';
import { route } from './route.ts';

const NAMED = {
  name: PATH_TEXT.meta({
    ...TEXT_LIMITS.viewName,
    description: `Name of the view, in any case: 1 to ${TEXT_LIMITS.viewName.maxLength} characters after trimming.`,
    example: EXAMPLES.ListView.name,
  }),
  own: flag(
    "The caller's own view, which nobody else sees and any viewer may keep. Others need editor access.",
  ),
};

const key = z.string().meta(TEXT_LIMITS.fieldKey);

export const views = [
  route('GetListViews', 'GET /lists/:list_id/views', {
    summary: 'Get the views of a list',
    needsUser: true,
    description: "Views of the list, then the caller's own, each by name.",
    example: { views: [EXAMPLES.ListView] },
  }),

  route('SaveView', 'PUT /lists/:list_id/views/:name', {
    summary: 'Save a view of a list',
    needsUser: true,
    description:
      'Creates a view, or replaces the one of this name. The body is all that the view then says. Views of the list need editor access.',
    parameters: {
      ...NAMED,
      columns: z.array(key).meta({
        maxItems: MAX_VIEW_COLUMNS,
        description:
          'Keys of columns, in their order: those of exports, of filter fields and of own fields. Empty: clients choose.',
        example: EXAMPLES.ListView.columns,
      }),
      sort: key.nullable().optional().meta({
        description:
          'Order of the members: `tier`, `name` or the key of a field, with `-` in front for descending order.',
        example: EXAMPLES.ListView.sort,
      }),
      breakdowns: z.array(key).optional().meta({
        maxItems: MAX_BREAKDOWNS,
        description: 'Fields by whose values the members are counted.',
        example: EXAMPLES.ListView.breakdowns,
      }),
      tier: word(['high', 'medium', 'exploratory'])
        .nullable()
        .optional()
        .meta({ description: 'Tier of the members; null for all.', example: 'high' }),
    },
    inQuery: ['own'],
    variables: (given) => given,
    errors: ['insufficient_access', 'quota_exceeded'],
  }),

  route('DeleteView', 'DELETE /lists/:list_id/views/:name', {
    summary: 'Delete a view of a list',
    needsUser: true,
    description: 'Views of the list need editor access.',
    parameters: NAMED,
    variables: (given) => given,
    errors: ['insufficient_access', 'view_not_found'],
  }),
];
