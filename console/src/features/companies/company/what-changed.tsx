import { Text } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { type CompanyFactsFragment, CompanyTechnologiesDocument } from '../../../generated/graphql.ts';
import { formatDay, formatNumber, formatShortDay } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { SmallButton } from '../../../ui/small-buttons.tsx';
import { ConditionLink } from '../condition-link.tsx';
import { type Partnership, usePartners } from '../partners/partners-section.tsx';
import { markOf, type SeenTechnology } from '../technologies/technologies-section.tsx';
import classes from './company-view.module.css';

/** Sentences at first, and when one asks for more. */
const [FIRST, MORE] = [20, 40];
/** Names in a sentence before it counts the others. */
const NAMED = 4;

/** What was seen of a kind for the first or the last time on a day. */
interface Change {
  /** Of the first of them, in ISO 8601. */
  at: string;
  kind: keyof typeof SIGNS;
  /** Technologies by their keys, or partners by their slugs. */
  items: readonly { key: string; label: string; category?: string | null | undefined }[];
}

/** Returns what changed, the latest first. @param asOf newest observation of the catalogue. */
function changesOf(
  technologies: readonly SeenTechnology[],
  partnerships: readonly Partnership[],
  asOf: string | undefined,
): Change[] {
  const groups = new Map<string, Change>();
  const add = (at: string, kind: Change['kind'], item: Change['items'][number]) => {
    const id = `${at.slice(0, 10)} ${kind}`;
    groups.set(id, { at, kind, items: [...(groups.get(id)?.items ?? []), item] });
  };
  for (const technology of technologies) {
    const { firstSeen, lastSeen, node } = technology;
    const item = { label: node.displayName, key: node.techKey, category: node.category };
    add(firstSeen, 'adopted', item);
    if (markOf(technology, asOf) === 'gone') add(lastSeen, 'dropped', item);
  }
  for (const { firstObservedAt, partnerName, partnerSlug } of partnerships)
    add(firstObservedAt, 'partner', { label: partnerName, key: partnerSlug });
  return [...groups.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** What a company adopted and dropped, and its new partners where they are unlocked, as dated sentences. */
export function WhatChanged({ company: { slug } }: { company: CompanyFactsFragment }) {
  const query = useApiQuery(CompanyTechnologiesDocument, { identifier: slug });
  const { nodes: partnerships } = usePartners(slug).data ?? {};
  const [shown, setShown] = useState(FIRST);
  const { company, catalogue } = query.data ?? {};
  const asOf = catalogue?.asOf ?? undefined;
  const edges = company?.technologies?.edges;
  const changes = useMemo(
    () => changesOf(edges ?? [], partnerships ?? [], asOf),
    [edges, partnerships, asOf],
  );
  return (
    <Section title="What changed">
      <Loaded query={query} lines={FIRST}>
        {() =>
          changes.length === 0 ? (
            <Text c="dimmed">Nothing was seen of this company yet.</Text>
          ) : (
            <ul className={classes.changes}>
              {changes.slice(0, shown).map((change) => (
                <Sentence key={`${change.at} ${change.kind}`} change={change} asOf={asOf} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {changes.length > shown && (
        <SmallButton w="fit-content" onClick={() => setShown(shown + MORE)}>
          {common.showMore}
        </SmallButton>
      )}
    </Section>
  );
}

const SIGNS = { adopted: '+', dropped: '−', partner: '⇄' } as const;
const WORDS = { adopted: 'Adopted', dropped: 'No longer seen:', partner: 'New partner:' } as const;

function Sentence({ change: { at, kind, items }, asOf }: { change: Change; asOf: string | undefined }) {
  const others = items.slice(NAMED);
  return (
    <li>
      <time dateTime={at} title={formatDay(at)}>
        {formatShortDay(at, asOf)}
      </time>
      <span className={classes.sign} data-kind={kind} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>
        {WORDS[kind]}{' '}
        {items.slice(0, NAMED).map(({ label, key }, index) => (
          <Fragment key={key}>
            {index > 0 && ', '}
            {kind === 'partner' ? (
              <PageLink to="/app/companies/$identifier" params={{ identifier: key }} preload={false}>
                <bdi>{visibleText(label)}</bdi>
              </PageLink>
            ) : (
              <ConditionLink field="technology" value={key} label={label} />
            )}
          </Fragment>
        ))}
        {items.length === 1 && items[0]?.category && (
          <Text span c="dimmed">
            {' '}
            (<bdi>{visibleText(items[0].category)}</bdi>)
          </Text>
        )}
        {others.length > 0 && (
          <Text span c="dimmed" title={others.map(({ label }) => label).join(', ')}>
            {` and ${formatNumber(others.length)} more`}
          </Text>
        )}
      </span>
    </li>
  );
}
