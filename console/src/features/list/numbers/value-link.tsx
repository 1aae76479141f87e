import type { Definition, FilterNode } from '../../../filter/definition.ts';
import { toDraftLink } from '../../../filter/draft-link.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { ValueControl } from '../../../ui/values/value-bars.tsx';
import type { ValueCount, ValueUse } from '../../../ui/values/value-count.ts';
import { useListId } from '../search.ts';
import classes from './numbers.module.css';

/** Returns what a value of a list does: it leads to the members that have it, and all of some further values. */
export function useMembersWith(registryVersion: string): (field: string, ...values: string[]) => ValueUse {
  const listId = useListId();
  return (field, ...values) => ({
    kind: 'open',
    draft: toDraftLink({ definition: listDefinition(listId, registryVersion, field, ...values) }),
  });
}

/** Returns the definition of the members of a list that meet some conditions as well. */
export const memberDefinition = (
  listId: string,
  registry_version: string,
  ...conditions: readonly FilterNode[]
): Definition => {
  const isMember = { condition: { field: 'list', operator: 'any_of', values: [Number(listId)] } };
  return {
    registry_version,
    root: conditions.length === 0 ? isMember : { and: [isMember, ...conditions] },
  };
};

/** Returns the definition of the members of a list that have all of some values. */
export const listDefinition = (
  listId: string,
  registryVersion: string,
  field: string,
  ...values: string[]
): Definition =>
  memberDefinition(
    listId,
    registryVersion,
    ...values.map((value) => ({ condition: { field, operator: 'any_of', values: [value] } })),
  );

interface ValueLinkProps {
  field: string;
  value: ValueCount;
  registryVersion: string;
}

/** A value that leads to its members. */
export function ValueLink({ field, value: { value, label, count }, registryVersion }: ValueLinkProps) {
  const membersWith = useMembersWith(registryVersion);
  const shown = visibleText(label);
  return (
    <ValueControl
      use={membersWith(field, value)}
      className={classes.label}
      title={`${shown}: find these ${formatNumber(count)} as a draft`}
    >
      <bdi>{shown}</bdi>
    </ValueControl>
  );
}
