import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { patiently, useCode } from '../../api/load-code.ts';
import { type Catalogue, findField } from '../../filter/catalogue.ts';
import { type Condition, conditionsOf, type Definition } from '../../filter/definition.ts';
import { labelsOf } from '../../filter/sentence.ts';
import { HomeEvidenceDocument } from '../../generated/graphql.ts';
import { useKnownLabels } from '../../preview/value-labels.ts';

const loadReasons = patiently(() => import('../../filter/reasons.ts'));

/**
 * Reads what meets the dated conditions of a filter in its first companies, such as "Docker · 30 April". It is asked for after
 * the numbers, which do not wait for it.
 *
 * @param current filter whose numbers are shown; undefined while they are those of an earlier one.
 * @returns the evidence of a company in words, empty until it is there; undefined for a filter without such conditions.
 */
export function useEvidence(
  catalogue: Catalogue,
  current: Definition | undefined,
  first: number,
): ((companyId: number) => string) | undefined {
  const [shown, setShown] = useState(current);
  // Evidence stays beside the numbers that it belongs to.
  if (current && current !== shown) setShown(current);
  const definition = current ?? shown;
  const isDated = [...conditionsOf(definition?.root ?? null)].some((each) => hasDate(catalogue, each));
  const { data } = useApiQuery(HomeEvidenceDocument, { definition, first }, { enabled: isDated });
  const reasons = useCode(loadReasons, isDated);
  const labels = labelsOf(catalogue, useKnownLabels());
  if (!isDated) return undefined;
  const rows = data?.previewCount?.reasons ?? [];
  const words = new Map(
    rows.map(({ companyId, reasons: verdicts }) => {
      const sightings = reasons?.sightingsOf(verdicts, labels) ?? [];
      return [companyId, sightings.map(({ what, day }) => `${what} · ${day}`).join(', ')];
    }),
  );
  return (companyId) => words.get(companyId) ?? '';
}

/** Whether a condition asks for something that was seen at a time. */
const hasDate = (catalogue: Catalogue, { field, operator }: Condition) =>
  operator !== 'none_of' && findField(catalogue, field)?.when != null;
