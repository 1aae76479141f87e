import { Button, Menu } from '@mantine/core';
import { CopyIcon } from '@radix-ui/react-icons';
import { copyText } from '../lib/clipboard.ts';
import { common } from '../text/common.ts';
import { notify } from './notify.ts';

/** A form in which something can be copied, such as a curl command. The text is made when it is chosen. */
export interface CopyForm {
  readonly label: string;
  readonly text: () => string;
}

/** A menu that copies the same thing as curl, GraphQL or JSON. Commands never hold the key: they read `$KEY`. */
export function CopyAs({ forms }: { forms: readonly CopyForm[] }) {
  const copy = async (form: CopyForm) => {
    await copyText(form.text());
    notify(common.copied);
  };
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<CopyIcon width={14} height={14} />}>
          {common.copyAs}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map((form) => (
          <Menu.Item key={form.label} onClick={() => void copy(form)}>
            {form.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
