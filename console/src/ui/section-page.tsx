import { Tabs } from '@mantine/core';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import classes from './ui.module.css';

interface SectionPageProps<Section extends string> {
  /** Name of the sections together, for screen readers. */
  label: string;
  sections: Readonly<Record<Section, { name: string; to: NonNullable<LinkProps['to']> }>>;
  section: Section;
  actions?: ReactNode;
  children: ReactNode;
}

/** Scrolls a line of tabs so far that one is seen. */
function show(tab: HTMLElement | null): void {
  const line = tab?.parentElement;
  if (tab && line) line.scrollLeft = tab.offsetLeft + tab.offsetWidth - line.clientWidth;
}

/** One of a few pages that belong together, with links to the others. */
export function SectionPage<Section extends string>({
  label,
  sections,
  section,
  actions,
  children,
}: SectionPageProps<Section>) {
  const navigate = useNavigate();
  const keys = Object.keys(sections) as Section[];
  return (
    <Page title={sections[section].name} actions={actions}>
      <Tabs
        value={section}
        onChange={(to) => to && navigate({ to: sections[to as Section].to })}
        keepMounted={false}
        // Each is a page: the arrow keys only lead to it, and Enter opens it.
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={label} className={classes.tabs}>
          {keys.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              className={classes.tab}
              ref={each === section ? show : undefined}
            >
              {sections[each].name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} pt="md">
          {children}
        </Tabs.Panel>
        {keys
          .filter((each) => each !== section)
          .map((each) => (
            <Tabs.Panel key={each} value={each}>
              {null}
            </Tabs.Panel>
          ))}
      </Tabs>
    </Page>
  );
}
