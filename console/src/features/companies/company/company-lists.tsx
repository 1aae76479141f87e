import { Anchor, Menu, Skeleton } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../api/hooks.ts';
import { CompanyListsDocument, type CompanyListsQuery } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { TierBadge } from '../../../ui/tier.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './company-view.module.css';

const text = companiesText.company.lists;

/** In how many lists of the caller a company is, as a menu that leads to them. */
export function CompanyLists({ slug }: { slug: string }) {
  const { data, error, refetch } = useApiQuery(CompanyListsDocument, { identifier: slug });
  const lists = data?.company?.lists;
  return (
    <div className={classes.lists}>
      {lists && <Lists lists={lists} />}
      {!lists && !error && <Skeleton h={14} w={120} role="status" aria-label={common.loading} />}
      {!lists && error && (
        <span role="alert">
          {text.failed}{' '}
          <Anchor component="button" type="button" inherit c="var(--action)" onClick={() => void refetch()}>
            {common.tryAgain}
          </Anchor>
        </span>
      )}
    </div>
  );
}

type Memberships = NonNullable<NonNullable<CompanyListsQuery['company']>['lists']>;

function Lists({ lists: { complete, memberships } }: { lists: Memberships }) {
  if (memberships.length === 0) return <span>{complete ? text.none : text.noneSeen}</span>;
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
