import { Box, Stack, Text, Title } from '@mantine/core';
import type { CompanyInPreviewFragment } from '../../../generated/graphql.ts';
import { formatNumber } from '../../../lib/format.ts';
import { historyText } from '../../../text/list-history.ts';
import { CompanyLink } from '../company-link.tsx';

interface CompanySampleProps {
  title: string;
  /** Number of all companies, of which `companies` are the first. */
  count: number;
  companies: readonly CompanyInPreviewFragment[];
}

/** The first of the companies that would enter or leave, and how many more there are. */
export function CompanySample({ title, count, companies }: CompanySampleProps) {
  const more = count - companies.length;
  return (
    <Box>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {companies.map(({ slug, name }) => (
          <li key={slug}>
            <CompanyLink name={name} identifier={slug} />
          </li>
        ))}
      </Stack>
      {count === 0 && <Text c="dimmed">{historyText.nobody}</Text>}
      {more > 0 && <Text c="dimmed">{historyText.more(formatNumber(more))}</Text>}
    </Box>
  );
}
