import type { Definition, FilterNode } from '../../../filter/definition.ts';
import { toDraftLink } from '../../../filter/draft-link.ts';
import { formatNumber } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { overviewText } from '../../../text/list-overview.ts';
import { ValueControl } from '../../../ui/values/value-control.tsx';
import type { ValueCount, ValueUse } from '../../../ui/values/value-count.ts';
import { useListId } from '../list-id.ts';
import classes from './overview.module.css';

/** Returns what a value of the overview does: it leads to the members that have it, and all of some further values. */
export function useMembersWith(registryVersion: string): (field: string, ...values: string[]) => ValueUse {
  const listId = useListId();
  return (field, ...values) => ({
    kind: 'open',
    draft: toDraftLink({ definition: listDefinition(listId, registryVersion, field, ...values) }),
  });
}

/** Meets companies at which no technology was detected. */
export const NO_TECHNOLOGY: FilterNode = {
  condition: { field: 'technology_count', operator: 'eq', values: [0] },
};

/** Returns the condition that members without a value of a field meet. */
const withoutValue = (field: string): FilterNode =>
  field === 'technology' ? NO_TECHNOLOGY : { condition: { field, operator: 'is_known', values: [false] } };

/** Returns what the members without a value do: it leads to them. */
export function useMembersWithout(registryVersion: string): (field: string) => ValueUse {
  const listId = useListId();
  return (field) => ({
    kind: 'open',
    draft: toDraftLink({ definition: memberDefinition(listId, registryVersion, withoutValue(field)) }),
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
export function listDefinition(
  listId: string,
  registry_version: string,
  field: string,
  ...values: string[]
): Definition {
  const conditionOf = (of: string, value: string | number) => ({
    condition: { field: of, operator: 'any_of', values: [value] },
  });
  const conditions = values.map((value) => conditionOf(field, value));
  return { registry_version, root: { and: [conditionOf('list', Number(listId)), ...conditions] } };
}

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
      title={overviewText.open(shown, formatNumber(count))}
    >
      <bdi>{shown}</bdi>
    </ValueControl>
  );
}
