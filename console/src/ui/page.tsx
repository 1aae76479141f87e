import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import classes from './ui.module.css';
import { UserText } from './user-text.tsx';

/** Properties of a button whose label takes two lines at 200 % zoom of a phone. */
export const WRAPPED = {
  h: 'auto',
  mih: 36,
  styles: { label: { whiteSpace: 'normal', lineHeight: 1.4 } },
} as const;

interface PageProps {
  /** Heading of the page and first part of the tab's title. */
  title: string;
  /** Shown instead of the heading, such as a heading that can be edited. It has the page's h1. */
  heading?: ReactNode;
  /** Stands before the heading, as high as it and its subtitle. */
  mark?: ReactNode;
  actions?: ReactNode;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page below the header: heading, actions, content. */
export function Page({ title, heading, mark, actions, subtitle, children }: PageProps) {
  return (
    <Stack className={classes.page} gap="md">
      <title>{`${visibleText(title)} · ${common.product}`}</title>
      <Group justify="space-between" align="flex-start" gap="sm" mih={36}>
        <div className={classes.heading}>
          {mark}
          <div>
            {heading ?? (
              <Title order={1}>
                <UserText text={title} />
              </Title>
            )}
            {subtitle}
          </div>
        </div>
        {actions && (
          <Group gap="xs" maw="100%">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}
