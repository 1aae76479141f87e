import { Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin, useIsOperator } from '../../api/viewer.ts';
import { FieldsDocument } from '../../generated/graphql.ts';
import { TABLES } from '../../ui/fields/field.ts';
import { FieldsPanel } from '../../ui/fields/fields-panel.tsx';
import { FieldsTable } from '../../ui/fields/fields-table.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountPage } from './account-page.tsx';

/** Fields of the organization, which admins declare, and those of the catalogue, which everybody can use. */
export default function FieldsPage() {
  const isAdmin = useIsAdmin();
  return (
    <AccountPage section="fields">
      <Stack>
        <Text c="dimmed">
          What your organization knows of companies beside the catalogue: a score, the owner in your CRM. No
          other organization sees these fields or their values.
        </Text>
        <FieldsPanel scope="ORGANIZATION" canDeclare={isAdmin} />
        <CatalogueFields />
      </Stack>
    </AccountPage>
  );
}

/** The fields of the catalogue, to read. Operators declare them under "Installation". Nothing without any. */
function CatalogueFields() {
  const isOperator = useIsOperator();
  const { data } = useApiQuery(FieldsDocument, {}, { staleTime: 0 });
  const fields = data?.companyFields?.filter(({ scope }) => scope === 'CATALOGUE') ?? [];
  if (fields.length === 0) return null;
  return (
    <Section title={TABLES.CATALOGUE} mt="lg">
      <Text c="dimmed">
        Imports of companies fill them, and every organization can filter by them.{' '}
        {isOperator && (
          <PageLink to="/app/installation/fields" inherit underline="always">
            Change them under “Installation”.
          </PageLink>
        )}
      </Text>
      <FieldsTable scope="CATALOGUE" fields={fields} />
    </Section>
  );
}
