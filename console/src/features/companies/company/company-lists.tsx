import { Group, Menu, Text, Title } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import { CompanyListsDocument, type CompanyListsQuery } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { companiesText } from '../../../text/companies.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { TierBadge } from '../../../ui/tier.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './company-view.module.css';

const text = companiesText.company.lists;

/** The lists of the caller that contain a company, each with its tier. */
export function CompanyLists({ slug }: { slug: string }) {
  const query = useApiQuery(CompanyListsDocument, { identifier: slug });
  return (
    <section aria-labelledby="in-lists">
      <Title order={2} id="in-lists" mb="xs">
        {text.title}
      </Title>
      <Loaded query={query} lines={1}>
        {({ company }) => {
          const { memberships = [], complete = true } = company?.lists ?? {};
          if (memberships.length === 0) return <Text c="dimmed">{complete ? text.none : text.noneSeen}</Text>;
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
              <Text size="xs" c="dimmed" mt={4}>
                {complete ? text.counted : text.incomplete}
              </Text>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type Memberships = NonNullable<NonNullable<CompanyListsQuery['company']>['lists']>;

/** A menu of lists that contain a company. */
export function ListMenu({ lists: { complete, memberships } }: { lists: Memberships }) {
  return (
    <Menu position="bottom-start" width={320} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.open}>
          {(complete ? text.in : text.inAtLeast)(formatNumber(memberships.length))}{' '}
          <ChevronDownIcon width={12} height={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Menu.Label>{complete ? text.counted : text.incomplete}</Menu.Label>
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
