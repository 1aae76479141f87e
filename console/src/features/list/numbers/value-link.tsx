import type { Definition, FilterNode } from '../../../filter/definition.ts';
import { toDraftLink } from '../../../filter/draft-link.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { conditionOf } from '../../../ui/draft-link.tsx';
import { ValueControl } from '../../../ui/values/value-bars.tsx';
import type { ValueUse } from '../../../ui/values/value-count.ts';
import { useListId } from '../search.ts';
import classes from './numbers.module.css';
import type { TypicalValue } from './typical.ts';

/** Returns the definition of the members of a list that meet some conditions as well. */
export const memberDefinition = (
  listId: string,
  registry_version: string,
  ...conditions: readonly FilterNode[]
): Definition => {
  const isMember = conditionOf('list', 'any_of', [Number(listId)]);
  return {
    registry_version,
    root: conditions.length === 0 ? isMember : { and: [isMember, ...conditions] },
  };
};

/** Returns what a value of a list does: it leads to the members that have it, and all of some further values. */
export function useMembersWith(registryVersion: string): (field: string, ...values: string[]) => ValueUse {
  const listId = useListId();
  return (field, ...values) => {
    const conditions = values.map((value) => conditionOf(field, 'any_of', [value]));
    return {
      kind: 'open',
      draft: toDraftLink({ definition: memberDefinition(listId, registryVersion, ...conditions) }),
    };
  };
}

/** A typical value that leads to its members. */
export function ValueLink({
  value: each,
  registryVersion,
}: {
  value: TypicalValue;
  registryVersion: string;
}) {
  const membersWith = useMembersWith(registryVersion);
  const shown = visibleText(each.label);
  return (
    <ValueControl
      use={membersWith(each.field, each.value)}
      className={classes.label}
      title={`${shown}: find these ${formatNumber(each.count)} as a draft`}
    >
      <bdi>{shown}</bdi>
    </ValueControl>
  );
}
