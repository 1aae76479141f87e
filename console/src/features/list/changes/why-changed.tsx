import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { changesText } from '../../../text/list-changes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CompanyLink } from '../company-link.tsx';
import { useListId } from '../list-id.ts';
import { useListLabels } from '../members/use-list-labels.ts';
import { Explanation } from '../members/why/explanation.tsx';

const text = changesText.why;

/** Opens the reasons for which a company is in the list, or is not. */
export function WhyChanged({ name, slug }: { name: string; slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={text.of(visibleText(name))}
        onClick={() => setOpen(true)}
      >
        {text.button}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={text.title(name)}>
        <Reasons name={name} identifier={slug} />
      </Dialog>
    </>
  );
}

function Reasons({ name, identifier }: { name: string; identifier: string }) {
  const listId = useListId();
  const labels = useListLabels(listId);
  return (
    <Stack gap="sm">
      <CompanyLink name={name} identifier={identifier} />
      <Text c="dimmed">{text.now}</Text>
      <Explanation listId={listId} identifier={identifier} labels={labels} />
    </Stack>
  );
}
