import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import classes from './page.module.css';
import { UserText } from './user-text.tsx';

interface PageProps {
  /** Heading of the page and first part of the tab's title. */
  title: string;
  /** Shown instead of the heading, such as a heading that can be edited. It has the page's h1. */
  heading?: ReactNode;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  /** Line below the heading. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page below the header: heading, actions, content. */
export function Page({ title, heading, actions, subtitle, children }: PageProps) {
  return (
    <Stack className={classes.page} gap="md">
      <title>{`${visibleText(title)} · ${common.product}`}</title>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.heading}>
          {heading ?? (
            <Title order={1}>
              <UserText text={title} />
            </Title>
          )}
          {subtitle}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
