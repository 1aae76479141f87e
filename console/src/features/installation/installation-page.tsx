import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { installationText } from '../../text/installation.ts';
import { SectionPage } from '../../ui/section-page.tsx';

const { pages } = installationText;

const SECTIONS = {
  reports: { name: pages.reports, to: '/app/installation/reports' },
  organizations: { name: pages.organizations, to: '/app/installation/organizations' },
  imports: { name: pages.imports, to: '/app/installation/imports' },
  checks: { name: pages.checks, to: '/app/installation/checks' },
} as const;

interface InstallationPageProps {
  section: keyof typeof SECTIONS;
  children: ReactNode;
}

/** A page for operators of the installation, with links to the others. */
export function InstallationPage({ section, children }: InstallationPageProps) {
  return (
    <SectionPage label={installationText.sections} sections={SECTIONS} section={section}>
      <Stack>
        <Text c="dimmed">{installationText[section].intro}</Text>
        {children}
      </Stack>
    </SectionPage>
  );
}
