import { Group, Menu, Text } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import { CompanyListsDocument, type MembershipsFragment } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { TierBadge } from '../../../ui/tier.tsx';
import { Note, UserText } from '../../../ui/user-text.tsx';
import classes from './company-view.module.css';

const COUNTED = 'As their members were last computed';
const INCOMPLETE = 'Only the lists that changed last were looked at';

/** The lists of the caller that contain a company, each with its tier. */
export function CompanyLists({ slug }: { slug: string }) {
  const query = useApiQuery(CompanyListsDocument, { identifier: slug });
  return (
    <Section title="In my lists">
      <Loaded query={query} lines={1}>
        {({ company }) => {
          const { memberships = [], complete = true } = company?.lists ?? {};
          if (memberships.length === 0)
            return <Text c="dimmed">{`In none of your ${complete ? 'lists' : 'latest lists'}`}</Text>;
          return (
            <>
              <ul className={classes.values} style={{ flexDirection: 'column' }}>
                {memberships.map(({ listId, name, tier }) => (
                  <Group key={listId} component="li" gap="xs" wrap="nowrap">
                    <PageLink to="/app/lists/$listId" params={{ listId: String(listId) }} miw={0}>
                      <UserText text={name} />
                    </PageLink>
                    <TierBadge tier={tier} />
                  </Group>
                ))}
              </ul>
              <Note mt={4}>{complete ? COUNTED : INCOMPLETE}</Note>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

export function ListMenu({ lists: { complete, memberships } }: { lists: MembershipsFragment }) {
  return (
    <Menu position="bottom-start" width={320} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.open}>
          {complete ? 'In' : 'In at least'} {formatNumber(memberships.length)} of your lists{' '}
          <ChevronDownIcon width={12} height={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Menu.Label>{complete ? COUNTED : INCOMPLETE}</Menu.Label>
        {memberships.map(({ listId, name, tier }) => (
          <Menu.Item
            key={listId}
            rightSection={<TierBadge tier={tier} />}
            renderRoot={(props) => (
              <Link {...props} to="/app/lists/$listId" params={{ listId: String(listId) }} />
            )}
          >
            <UserText text={name} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
