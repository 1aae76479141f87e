import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { withPlainDots } from '../../../lib/identifier.ts';
import { common } from '../../../text/common.ts';
import { companiesText } from '../../../text/companies.ts';
import { Page } from '../../../ui/page.tsx';
import { PageLink } from '../../../ui/page-link.tsx';

const texts = companiesText.company;

/** Says that no company has this domain or slug, and offers a search for a part of it. */
export function CompanyNotFound({ identifier }: { identifier: string }) {
  const [search, setSearch] = useState(partOf(identifier));
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/app/companies', search: { search: search.trim() } });
  };
  return (
    <Page title={texts.notFoundTitle}>
      <Stack maw={560}>
        <Text style={{ overflowWrap: 'anywhere' }}>{texts.notFound(identifier)}</Text>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              type="search"
              label={texts.notFoundSearch}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
              flex={1}
            />
            <Button type="submit">{common.search}</Button>
          </Group>
        </form>
        {withPlainDots(identifier).includes('.') && (
          <Text>
            {texts.notTracked} <PageLink to="/app/lists">{texts.toLists}</PageLink>
          </Text>
        )}
      </Stack>
    </Page>
  );
}

/** The first label of a domain, or the first word of a slug: what is most likely part of the name. */
const partOf = (identifier: string): string =>
  withPlainDots(identifier)
    .replace(/^www\./, '')
    .split(/[.-]/)[0] ?? identifier;
