import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorsOf, unexpectedAnswer } from '../../../../clients/typescript/src/errors.ts';
import { fetchSignedIn } from '../../api/client.ts';
import { notify } from '../../ui/notify.ts';
import { AddToList } from '../../ui/selection/add-to-list.tsx';
import type { Job } from './job.ts';

/** Companies that are added at most: a list takes them a thousand at a time. */
const MAX_DOMAINS = 20_000;

/** Adds the companies of the matched rows to a list that one chooses, or to a new one. */
export function SaveAsList({ job: { jobId } }: { job: Job }) {
  const [domains, setDomains] = useState<readonly string[]>();
  const [isReading, setReading] = useState(false);
  const open = async () => {
    setReading(true);
    try {
      const found = await readDomains(jobId);
      if (found.length === 0) notify('No row has a company yet.');
      else setDomains(found);
    } catch (error) {
      notify((error as Error).message);
    }
    setReading(false);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" loading={isReading} onClick={() => void open()}>
        Save as list
      </Button>
      <AddToList
        opened={domains !== undefined}
        domains={domains ?? []}
        onClose={() => setDomains(undefined)}
      />
    </>
  );
}

/** Reads the domains of the companies in the results of a job, each once. The file can be long: only a line of it is held. */
async function readDomains(jobId: number): Promise<string[]> {
  const response = await fetchSignedIn(`/v1/jobs/${jobId}/result?format=ndjson`);
  if (!response.ok || !response.body) {
    const json: unknown = await response.json().catch(() => undefined);
    throw errorsOf(response, json)[0] ?? unexpectedAnswer(response);
  }
  const domains = new Set<string>();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { cd_domain: domain } = JSON.parse(line) as { cd_domain?: string | null };
      if (domain && domains.size < MAX_DOMAINS) domains.add(domain);
    }
    if (done) return [...domains];
    if (domains.size === MAX_DOMAINS) {
      await reader.cancel();
      return [...domains];
    }
  }
}
