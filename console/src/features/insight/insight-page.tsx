import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { insightText as text } from '../../text/insight.ts';
import { SectionPage } from '../../ui/section-page.tsx';

const { sections: names } = text;
const SECTIONS = {
  overlap: { name: names.overlap, to: '/app/insight/overlap' },
  rule: { name: names.rule, to: '/app/insight/rule' },
  moves: { name: names.moves, to: '/app/insight/moves' },
} as const;

interface InsightPageProps {
  section: keyof typeof SECTIONS;
  children: ReactNode;
}

/** One of the pages that compare lists, companies and technologies. */
export function InsightPage({ section, children }: InsightPageProps) {
  return (
    <SectionPage label={text.label} sections={SECTIONS} section={section}>
      <Text c="dimmed" mb="md">
        {text[section].intro}
      </Text>
      {children}
    </SectionPage>
  );
}
