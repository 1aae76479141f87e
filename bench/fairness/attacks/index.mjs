import { ANSWERS } from './answers.mjs';
import { CALLERS } from './callers.mjs';
import { DOCUMENTS } from './documents.mjs';
import { ENRICHMENT } from './enrichment.mjs';
import { EXPORTS } from './exports.mjs';
import { FILTERS } from './filters.mjs';
import { NODES } from './nodes.mjs';
import { PAGES } from './pages.mjs';
import { WORK } from './work.mjs';

/**
 * Every attack: `name`; `finding`, its number in the review that found it; `grownMb`, the limit for the growth of the
 * service's resident memory; `run`, which sends until its time is over. `run` gets the keys of five users of one
 * organization. The first key alone is the attack with one ordinary key. `settings` of the service, and `victim: 'writes'` for a
 * victim that changes a list instead of looking companies up.
 */
export const ATTACKS = [
  ...PAGES,
  ...DOCUMENTS,
  ...EXPORTS,
  ...FILTERS,
  ...NODES,
  ...WORK,
  ...ANSWERS,
  ...ENRICHMENT,
  ...CALLERS,
];
