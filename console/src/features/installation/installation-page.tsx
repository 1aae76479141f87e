import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldsPanel } from '../../ui/fields/fields-panel.tsx';
import { SectionPage } from '../../ui/section-page.tsx';

const SECTIONS = {
  reports: {
    name: 'Review',
    to: '/app/installation/reports',
    intro: 'Reports of wrong data from all organizations, the oldest first.',
  },
  organizations: {
    name: 'Organizations',
    to: '/app/installation/organizations',
    intro: 'You see how much each organization has, and nothing of its data.',
  },
  fields: {
    name: 'Fields',
    to: '/app/installation/fields',
    intro:
      'What the catalogue has beside its built-in fields. Imports of companies fill them, and every organization can filter by them.',
  },
  imports: {
    name: 'Imports',
    to: '/app/installation/imports',
    intro:
      'Files of the catalogue, the newest first. Larger ones than 1 GiB are imported on the command line.',
  },
  checks: {
    name: 'Checks',
    to: '/app/installation/checks',
    intro:
      'The server that answers checks its settings, its database, its disk and the servers that it needs.',
  },
} as const;

interface InstallationPageProps {
  section: keyof typeof SECTIONS;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page for operators of the installation, with links to the others. */
export function InstallationPage({ section, actions, children }: InstallationPageProps) {
  return (
    <SectionPage label="Installation" sections={SECTIONS} section={section} actions={actions}>
      <Stack>
        <Text c="dimmed">{SECTIONS[section].intro}</Text>
        {children}
      </Stack>
    </SectionPage>
  );
}

/** Fields of the catalogue, which operators declare for all organizations. */
export default function CatalogueFieldsPage() {
  return (
    <InstallationPage section="fields">
      <FieldsPanel scope="CATALOGUE" canDeclare />
    </InstallationPage>
  );
}
