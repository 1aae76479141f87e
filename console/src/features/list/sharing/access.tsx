import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import type { Person } from '../../../api/people.ts';
import {
  type AccessLevel,
  ListPermissionsDocument,
  type ListPermissionsQuery,
} from '../../../generated/graphql.ts';
import { common } from '../../../text/common.ts';
import { Initials } from '../../../ui/initials.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useListId } from '../search.ts';

export const LEVEL_MEANING: Record<GrantableLevel, string> = {
  VIEWER: 'Reads and exports',
  EDITOR: 'Also changes the name, the filter and the domains',
};

type Permissions = NonNullable<NonNullable<ListPermissionsQuery['list']>['permissions']>;
export type Permission = Permissions['edges'][number]['node'];

/** All permissions of a list. */
export interface Sharing {
  /** Permission of everybody in the organization. */
  organization: Permission | undefined;
  /** Permissions of single people, oldest first. */
  people: readonly (Permission & { user: NonNullable<Permission['user']> })[];
}

/** Loads all permissions of the list: that of the organization may be on any page. */
export function useSharing() {
  const listId = useListId();
  return useQuery<Sharing, CompanyDataError>({
    queryKey: queryKey(ListPermissionsDocument, { listId }),
    async queryFn({ signal }) {
      const all: Permission[] = [];
      let after: string | null | undefined;
      do {
        const { list } = await request(ListPermissionsDocument, { listId, after }, { signal });
        const page = list?.permissions;
        all.push(...(page?.edges ?? []).map(({ node }) => node));
        after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
      } while (after);
      return {
        organization: all.find(({ orgWide }) => orgWide),
        people: all.flatMap((each) => (each.user ? [{ ...each, user: each.user }] : [])),
      };
    },
  });
}

export type GrantableLevel = Extract<AccessLevel, 'VIEWER' | 'EDITOR'>;

const LEVELS: readonly GrantableLevel[] = ['VIEWER', 'EDITOR'];
const NONE = { value: 'NONE', label: 'No access' };

interface LevelSelectProps {
  /** Name of the control; shown above it if `visible`. */
  label: string;
  visible?: boolean;
  /** Undefined: no access, which only controls with `onNone` offer. */
  value: AccessLevel | undefined;
  disabled?: boolean;
  onChange: (level: GrantableLevel) => void;
  onNone?: () => void;
  onOwner?: () => void;
}

/** Chooses what somebody may do with a list. */
export function LevelSelect(props: LevelSelectProps) {
  const { label, visible, value, disabled = false, onChange, onNone, onOwner } = props;
  const choose = (chosen: string | null) => {
    const level = LEVELS.find((each) => each === chosen);
    if (level) onChange(level);
    else if (chosen === NONE.value) onNone?.();
    else onOwner?.();
  };
  return (
    <Select
      {...(visible ? { label } : { 'aria-label': label })}
      w={150}
      title={value === 'VIEWER' || value === 'EDITOR' ? LEVEL_MEANING[value] : undefined}
      allowDeselect={false}
      disabled={disabled}
      value={value ?? NONE.value}
      onChange={choose}
      data={[
        ...LEVELS.map((level) => ({ value: String(level), label: common.accessLevels[level] })),
        ...(onOwner ? [{ value: 'OWNER', label: 'Owner…' }] : []),
        ...(onNone ? [NONE] : []),
      ]}
    />
  );
}

/** A person with initials, name and e-mail address. */
export function PersonLine({ person }: { person: Pick<Person, 'name' | 'email'> }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0} maw={280}>
      <Initials name={person.name} of="person" size={28} />
      <div style={{ minWidth: 0 }}>
        <UserText text={person.name} />
        <UserText text={person.email} size="xs" c="dimmed" inherit={false} />
      </div>
    </Group>
  );
}
