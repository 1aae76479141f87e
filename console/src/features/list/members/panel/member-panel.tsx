import { ActionIcon, Drawer, Group, Stack, Text } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@radix-ui/react-icons';
import type { KeyboardEvent } from 'react';
import { useApiQuery } from '../../../../api/hooks.ts';
import type { Labels } from '../../../../filter/sentence.ts';
import { MemberFactsDocument } from '../../../../generated/graphql.ts';
import { common } from '../../../../text/common.ts';
import { membersText } from '../../../../text/members.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { UserText } from '../../../../ui/user-text.tsx';
import type { OpenMember } from '../use-open-member.ts';
import { Explanation } from '../why/explanation.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { PanelPartners } from './panel-partners.tsx';
import { PanelSection } from './panel-section.tsx';
import { PanelTechnologies } from './panel-technologies.tsx';

const text = membersText.panel;

interface MemberPanelProps {
  listId: string;
  panel: OpenMember;
  labels: Labels | undefined;
}

/** Everything about one company of the list, beside the table. Escape closes it; the focus returns to its row. */
export function MemberPanel({ listId, panel, labels }: MemberPanelProps) {
  const { slug, close } = panel;
  const company = useApiQuery(
    MemberFactsDocument,
    { identifier: slug ?? '' },
    { enabled: slug !== undefined, keepPrevious: true },
  );
  const name = company.data?.company?.name ?? '';
  return (
    <Drawer.Root opened={slug !== undefined} onClose={close} position="right" size="lg" returnFocus={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        {/* Screen readers would announce a <header> as a second banner of the page. */}
        <Drawer.Header role="presentation" onKeyDown={(event) => step(event, panel)}>
          <Drawer.Title fw={650} fz="lg" miw={0}>
            <UserText text={name} />
          </Drawer.Title>
          <Group gap={4} wrap="nowrap">
            <Step label={text.previous} onStep={panel.previous} isUp />
            <Step label={text.next} onStep={panel.next} />
            <Drawer.CloseButton aria-label={common.close} data-autofocus />
          </Group>
        </Drawer.Header>
        <Drawer.Body>
          {slug !== undefined && (
            <Stack gap="lg">
              <Loaded query={company}>
                {(data) =>
                  data.company ? (
                    <>
                      <PageLink to="/app/companies/$identifier" params={{ identifier: slug }} preload={false}>
                        {text.companyPage}
                      </PageLink>
                      <CompanyFacts company={data.company} />
                    </>
                  ) : (
                    <Text>{text.gone}</Text>
                  )
                }
              </Loaded>
              <PanelSection title={membersText.why.title}>
                <Explanation listId={listId} identifier={slug} labels={labels} />
              </PanelSection>
              <PanelTechnologies key={`technologies ${slug}`} identifier={slug} />
              <PanelPartners key={`partners ${slug}`} identifier={slug} />
            </Stack>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Up and down move between members while the focus is in the header; in the body they scroll. */
function step(event: KeyboardEvent, { next, previous }: OpenMember): void {
  const move = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : undefined;
  if (!move) return;
  event.preventDefault();
  move();
}

interface StepProps {
  label: string;
  onStep: (() => void) | undefined;
  isUp?: boolean;
}

function Step({ label, onStep, isUp = false }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!onStep} onClick={onStep}>
      {isUp ? (
        <ChevronUpIcon width={18} height={18} aria-hidden />
      ) : (
        <ChevronDownIcon width={18} height={18} aria-hidden />
      )}
    </ActionIcon>
  );
}
