import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import type { CompanyFactsFragment } from '../../../generated/graphql.ts';
import { companiesText } from '../../../text/companies.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FlagForm } from './flag-form.tsx';

const texts = companiesText.flag;

/** Opens a dialog that reports wrong data of the company. */
export function FlagButton({ company }: { company: Pick<CompanyFactsFragment, 'name' | 'slug'> }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<ExclamationTriangleIcon width={14} height={14} />}
        onClick={open}
      >
        {texts.button}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={texts.title(company.name)} size="md">
        <FlagForm slug={company.slug} onClose={close} />
      </Dialog>
    </>
  );
}
