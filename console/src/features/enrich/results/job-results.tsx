import { Button, Group, Menu, Text, TextInput, Title } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useDeferredValue, useMemo, useState } from 'react';
import { textKey } from '../../../../../src/lib/text-key.ts';
import { download, fileName } from '../../../lib/download.ts';
import { enrichText } from '../../../text/enrich.ts';
import type { Job } from '../job/job.ts';
import type { JobStore } from '../job/job-store.ts';
import { domainsCsv, type ExportBatch, partnersCsv, partnersJson } from './export-rows.ts';
import { PartnersDrawer } from './partners-drawer.tsx';
import { ResultsTable } from './results-table.tsx';
import { type PlacedRow, useRows } from './use-rows.ts';

const texts = enrichText.results;

/** The results of a job: a table, the partners of a row, and downloads. */
export function JobResults({ job, store }: { job: Job; store: JobStore }) {
  const rows = useRows(job, store);
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<PlacedRow>();
  const text = useDeferredValue(textKey(filter.trim()));
  const shown = useMemo(() => (text === '' ? rows : rows.filter((row) => matches(row, text))), [rows, text]);
  return (
    <section aria-labelledby="results">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="results">
          {texts.title}
        </Title>
        {rows.length > 0 && <Downloads job={job} store={store} />}
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <>
          <TextInput
            aria-label={texts.filter}
            placeholder={texts.filter}
            value={filter}
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            maw={320}
            mb="xs"
          />
          {shown.length === 0 ? (
            <Text>{texts.nothing}</Text>
          ) : (
            <ResultsTable rows={shown} onOpen={setOpened} />
          )}
        </>
      )}
      <PartnersDrawer job={job} row={opened} store={store} onClose={() => setOpened(undefined)} />
    </section>
  );
}

const matches = ({ domain, companyName }: PlacedRow, text: string): boolean =>
  domain.includes(text) || textKey(companyName ?? '').includes(text);

const FORMS = {
  partnersCsv: { parts: partnersCsv, type: 'text/csv', ending: '.csv' },
  domainsCsv: { parts: domainsCsv, type: 'text/csv', ending: '-domains.csv' },
  partnersJson: { parts: partnersJson, type: 'application/json', ending: '.json' },
} as const;

function Downloads({ job, store }: { job: Job; store: JobStore }) {
  const save = async (form: keyof typeof FORMS) => {
    const { parts, type, ending } = FORMS[form];
    const batches: ExportBatch[] = [];
    for (const { key, state } of job.batches) {
      if (state !== 'done') continue;
      const rows = await store.readRows(job.id, key);
      batches.push({ rows, partners: await store.readPartners(job.id, key) });
    }
    download(`${fileName(job.name)}${ending}`, type, [...parts(batches)]);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon width={16} height={16} />}>
          {enrichText.job.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['partnersCsv', 'domainsCsv', 'partnersJson'] as const).map((form) => (
          <Menu.Item key={form} onClick={() => void save(form)}>
            {enrichText.job.downloads[form]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
