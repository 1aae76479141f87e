import { Menu } from '@mantine/core';
import { CopyIcon } from '@radix-ui/react-icons';
import { copyText } from '../lib/clipboard.ts';
import { common } from '../text/common.ts';
import { notify } from './notify.ts';
import { SmallButton } from './small-buttons.tsx';

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
  const forms = { curl, GraphQL: graphql, JSON: json };
  const copy = async (text: () => string) => {
    await copyText(text());
    notify(common.copied);
  };
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <SmallButton
          icon={CopyIcon}
          aria-label={`Copy as: ${what}`}
          title={`Copy ${what} as curl, GraphQL or JSON`}
        >
          Copy as
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(forms).map(([name, text]) => (
          <Menu.Item key={name} onClick={() => void copy(text)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
