import { Button, Menu } from '@mantine/core';
import { CopyIcon } from '@radix-ui/react-icons';
import { copyText } from '../lib/clipboard.ts';
import { common } from '../text/common.ts';
import { notify } from './notify.ts';

interface CopyAsProps {
  /** What is copied, such as "the filter". */
  what: string;
  /** A request over REST. Commands never hold the key: they read `$KEY`. Texts are made when they are chosen. */
  curl: () => string;
  graphql: () => string;
  json: () => string;
}

/** A menu that copies one thing as curl, GraphQL or JSON. */
export function CopyAs({ what, curl, graphql, json }: CopyAsProps) {
  const copy = async (text: () => string) => {
    await copyText(text());
    notify(common.copied);
  };
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<CopyIcon width={14} height={14} />}
          aria-label={`Copy as: ${what}`}
          title={`Copy ${what} as curl, GraphQL or JSON`}
        >
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy(curl)}>curl</Menu.Item>
        <Menu.Item onClick={() => void copy(graphql)}>GraphQL</Menu.Item>
        <Menu.Item onClick={() => void copy(json)}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
