import { Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import type { Definition } from '../../filter/definition.ts';
import { aloneOf, prefixOf } from '../../filter/parts.ts';
import { toPlainText, toSentence } from '../../filter/sentence.ts';
import { NodeCompaniesDocument, type NodeCompaniesQuery } from '../../generated/graphql.ts';
import { counted, countryName } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useLabels } from '../../preview/value-labels.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { PlainText } from '../../ui/written-lines.tsx';
import { type ShownCompanies, useEditor } from '../editor/context.ts';
import { CompanyContent } from './company-content.tsx';
import classes from './numbers.module.css';

type Company = NonNullable<NonNullable<NodeCompaniesQuery['previewCount']>['sample']>[number];

/** The companies that a number of a row stands for, beside the page. One of them opens in their place. */
export function NodeDrawer() {
  const { editor, catalogue, listId, shown } = useEditor();
  const current = useStore(shown, (each) => each);
  const [opened, setOpened] = useState<{ shown: ShownCompanies; definition: Definition }>();
  const [company, setCompany] = useState<Company>();
  // What was clicked stays while the drawer closes, and while the filter changes.
  if (current && current !== opened?.shown) {
    setOpened({ shown: current, definition: definitionOf(current, editor.produced()) });
    setCompany(undefined);
  }
  if (!opened) return null;
  const { definition } = opened;
  return (
    <SideDrawer
      opened={current !== undefined}
      onClose={() => shown.set(undefined)}
      title={company?.name ?? 'Companies of this number'}
    >
      {company ? (
        <Stack>
          <SmallButton icon={ArrowLeftIcon} onClick={() => setCompany(undefined)}>
            Back to the companies
          </SmallButton>
          <CompanyContent {...{ catalogue, company, definition, listId }} />
        </Stack>
      ) : (
        <Companies definition={definition} onOpen={setCompany} />
      )}
    </SideDrawer>
  );
}

function definitionOf(
  { nodeId, part }: ShownCompanies,
  { definition, places }: ReturnType<ReturnType<typeof useEditor>['editor']['produced']>,
): Definition {
  const pointer = places.pointerOf(nodeId) ?? '/root';
  return part === 'alone' ? aloneOf(definition, pointer) : prefixOf(definition, pointer);
}

function Companies({ definition, onOpen }: { definition: Definition; onOpen: (company: Company) => void }) {
  const { catalogue, listId } = useEditor();
  const labels = useLabels(catalogue, definition.root);
  const query = useApiQuery(NodeCompaniesDocument, { definition, ...(listId !== undefined && { listId }) });
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        <bdi>{toPlainText(toSentence(definition, labels, 5))}</bdi>
      </Text>
      <Loaded query={query}>
        {({ previewCount }) =>
          previewCount && (
            <>
              <Text fw={600}>
                {previewCount.exactCount > 25 && 'The first 25 of '}
                {counted(previewCount.exactCount, 'company', 'companies')}
              </Text>
              <ul className={classes.companies} aria-label="Companies of this number">
                {previewCount.sample?.map((company) => (
                  <li key={company.companyId}>
                    <CompanyLine company={company} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function CompanyLine({ company, onOpen }: { company: Company; onOpen: (company: Company) => void }) {
  const { name, primaryDomain, firmographics } = company;
  const { country, employeeRange } = firmographics;
  const facts = [primaryDomain, country && countryName(country), employeeRange].filter(
    (each) => each != null,
  );
  return (
    <button type="button" className={classes.company} onClick={() => onOpen(company)}>
      <PlainText text={name} />
      <span className={classes.unit}>
        <PlainText text={facts.join(' · ')} />
      </span>
    </button>
  );
}
