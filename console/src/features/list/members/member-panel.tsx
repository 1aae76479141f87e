import { ActionIcon, Stack, Text } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@radix-ui/react-icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import { CompanyPeekDocument, type MemberRowFragment } from '../../../generated/graphql.ts';
import { CompanyFacts } from '../../../ui/company-facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Rows } from '../../../ui/selection/use-selection.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { PanelPartners, PanelTechnologies } from './panel-connections.tsx';
import { Explanation } from './why.tsx';

/** Everything about one company of the list, beside the table. Escape closes it; the focus returns to its row. */
export function MemberPanel({ panel }: { panel: OpenMember }) {
  const { slug, close } = panel;
  const company = useApiQuery(
    CompanyPeekDocument,
    { identifier: slug ?? '' },
    { enabled: slug !== undefined, keepPrevious: true },
  );
  const name = company.data?.company?.name ?? '';
  return (
    <SideDrawer
      opened={slug !== undefined}
      title={name}
      size="lg"
      tools={
        <>
          {step('Previous member', panel.previous, ChevronUpIcon)}
          {step('Next member', panel.next, ChevronDownIcon)}
        </>
      }
      returnFocus={false}
      onHeadKey={(event) => stepByKey(event, panel)}
      onClose={close}
    >
      {slug !== undefined && (
        <Stack gap="lg">
          <Loaded query={company}>
            {(data) =>
              data.company ? (
                <>
                  <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} preload={false}>
                    Open company page
                  </PageLink>
                  <CompanyFacts company={data.company} isComplete={false} />
                </>
              ) : (
                <Text>This company is no longer in the catalogue.</Text>
              )
            }
          </Loaded>
          <Section title="Why is it here?">
            <Explanation identifier={slug} />
          </Section>
          <PanelTechnologies key={`technologies ${slug}`} identifier={slug} />
          <PanelPartners key={`partners ${slug}`} identifier={slug} />
        </Stack>
      )}
    </SideDrawer>
  );
}

/** Up and down move between members while the focus is in the header; in the body they scroll. */
function stepByKey(event: KeyboardEvent, { next, previous }: OpenMember): void {
  const move = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : undefined;
  if (!move) return;
  event.preventDefault();
  move();
}

const step = (label: string, onStep: (() => void) | undefined, Icon: typeof ChevronUpIcon) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!onStep} onClick={onStep}>
    <Icon width={18} height={18} aria-hidden />
  </ActionIcon>
);

type OpenMember = ReturnType<typeof useOpenMember>;

/** The member whose panel is open. It stands in the address, so that a link opens it, and back closes it. */
export function useOpenMember(rows: Rows<MemberRowFragment>) {
  const { company: slug, ...others } = useSearch({ from: '/app/lists/$listId/' });
  const navigate = useNavigate({ from: '/app/lists/$listId/' });
  const [lastIndex, setLastIndex] = useState(0);
  const [focus, setFocus] = useState<number>();
  const index = slug === undefined ? undefined : indexOfSlug(rows, slug, lastIndex);
  const show = (company: string | undefined, replace: boolean) =>
    void navigate({ search: (all) => ({ ...all, company }), replace, resetScroll: false });
  const open = (place: number, replace: boolean) => {
    const row = rows.at(place);
    if (!row) return;
    setLastIndex(place);
    show(row.company.slug, replace);
  };
  const step = (by: number) =>
    index !== undefined && rows.at(index + by) ? () => open(index + by, true) : undefined;
  const around = JSON.stringify(others);
  // The same function while the rest of the address stays, so that rows need not render again.
  const hrefOf = useMemo(
    () => (member: MemberRowFragment) =>
      `?${new URLSearchParams({ ...JSON.parse(around), company: member.company.slug })}`,
    [around],
  );
  return {
    /** Slug of the company; undefined while the panel is closed. */
    slug,
    /** How rows open the panel. */
    rows: {
      hrefOf,
      onOpen: (place: number) => open(place, false),
      /** Place of the row that takes the focus, as the panel has closed. */
      focus,
      onFocused: () => setFocus(undefined),
    },
    close: () => {
      setFocus(index);
      show(undefined, true);
    },
    /** Opens the next row; undefined where there is none. */
    next: step(1),
    previous: step(-1),
  };
}

/** Place of a company among the rows that are loaded. */
function indexOfSlug(rows: Rows<MemberRowFragment>, slug: string, hint: number): number | undefined {
  if (rows.at(hint)?.company.slug === slug) return hint;
  for (let index = 0; index < rows.count; index += 1) {
    if (rows.at(index)?.company.slug === slug) return index;
  }
  return undefined;
}
