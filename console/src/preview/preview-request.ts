import { requestOnce } from '../api/hooks.ts';
import { isOwn } from '../filter/catalogue.ts';
import { conditionsOf, type Definition } from '../filter/definition.ts';
import {
  LivePreviewDocument,
  type LivePreviewQuery,
  type LivePreviewQueryVariables,
  type MemberTier,
} from '../generated/graphql.ts';
import type { TierCounts } from '../ui/tier.tsx';
import type { BreakdownField } from './usual-breakdowns.ts';

type Preview = NonNullable<LivePreviewQuery['previewCount']>;

export interface PreviewInput {
  definition: Definition;
  /** List whose definition is edited: it may go on naming lists that the caller cannot see. */
  listId: string | undefined;
  /** Fields to break the matches down by, at most four. */
  fields: readonly BreakdownField[];
}

/** One of the first matches. The tier follows from the order of the matches and the tiers' counts. */
export type SampleCompany = NonNullable<Preview['sample']>[number] & { tier: MemberTier };

/** A value of a field, and the number of matches that have it. */
export type BreakdownEntry = NonNullable<Preview['breakdown1']>[number];

interface Breakdown {
  field: string;
  /** The most frequent first, and ranges in their order: as many as were asked for at most. */
  entries: readonly BreakdownEntry[];
  /** Whether these are all values that any match has. */
  isWhole: boolean;
}

/** Numbers of companies at a node of the definition. */
export interface FunnelCounts {
  /** Companies that the node matches by itself. */
  alone: number;
  /** Companies that remain after the node and those before it in its `and`; null elsewhere. */
  remaining: number | null;
}

/** All numbers of one definition. */
export interface Numbers {
  definition: Definition;
  total: number;
  tiers: TierCounts;
  /** Exact counts of each node, by the JSON pointer of the node. */
  funnel: ReadonlyMap<string, FunnelCounts>;
  /** The first 25 matches, by tier. */
  sample: readonly SampleCompany[];
  breakdowns: readonly Breakdown[];
  /** Whether too few companies match for a breakdown by partner; undefined if there is none. */
  isPartnerLocked: boolean | undefined;
}

/** Loads all numbers of a definition in one request. @throws CompanyDataError, or the reason of the signal. */
export async function requestNumbers(input: PreviewInput, signal: AbortSignal): Promise<Numbers> {
  const { previewCount } = await requestOnce(LivePreviewDocument, variablesOf(input), { signal });
  if (!previewCount) throw new Error('The preview has no data, and no error that says why.');
  return toNumbers(input, previewCount);
}

function variablesOf({ definition, listId, fields }: PreviewInput): LivePreviewQueryVariables {
  const [field1, field2, field3, field4] = fields.map(({ key }) => key);
  const [first1, first2, first3, first4] = fields.map(({ most }) => most);
  return {
    definition,
    ...(listId !== undefined && { listId }),
    ...(field1 && { field1, first1, has1: true }),
    ...(field2 && { field2, first2, has2: true }),
    ...(field3 && { field3, first3, has3: true }),
    ...(field4 && { field4, first4, has4: true }),
    hasOwn: [...conditionsOf(definition.root)].some(({ field }) => isOwn(field)),
    hasPartner: fields.some(({ key }) => key === 'partner'),
  };
}

function toNumbers({ definition, fields }: PreviewInput, preview: Preview): Numbers {
  const { exactCount, tierCounts, funnel, sample, partnerAccess } = preview;
  const { breakdown1, breakdown2, breakdown3, breakdown4 } = preview;
  const lists = [breakdown1, breakdown2, breakdown3, breakdown4];
  return {
    definition,
    total: exactCount,
    tiers: tierCounts,
    funnel: new Map(
      funnel.map(({ pointer, exactCount: alone, remainingCount: remaining = null }) => [
        pointer,
        { alone, remaining },
      ]),
    ),
    sample: (sample ?? []).map((company, index) => ({ ...company, tier: tierAt(index, tierCounts) })),
    breakdowns: fields.map((field, index) => {
      const entries = lists[index] ?? [];
      return { field: field.key, entries, isWhole: field.isRanges || entries.length < field.most };
    }),
    isPartnerLocked: partnerAccess && partnerAccess === 'LOCKED',
  };
}

/** Tier of a match at a place: the sample begins with HIGH, then come MEDIUM and EXPLORATORY. */
function tierAt(index: number, { high, medium }: TierCounts): MemberTier {
  if (index < high) return 'HIGH';
  return index < high + medium ? 'MEDIUM' : 'EXPLORATORY';
}
