import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SectionPage } from '../../ui/section-page.tsx';

const SECTIONS = {
  overlap: { name: 'Overlap', to: '/app/insight/overlap' },
  rule: { name: 'Rule', to: '/app/insight/rule' },
  moves: { name: 'Moves', to: '/app/insight/moves' },
} as const;

interface InsightPageProps {
  section: keyof typeof SECTIONS;
  intro: string;
  children: ReactNode;
}

/** One of the pages that compare lists, companies and technologies. */
export function InsightPage({ section, intro, children }: InsightPageProps) {
  return (
    <SectionPage label="Insight" sections={SECTIONS} section={section}>
      <Text c="dimmed" mb="md">
        {intro}
      </Text>
      {children}
    </SectionPage>
  );
}
