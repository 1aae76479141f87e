import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useState } from 'react';

interface SearchFieldProps {
  label: string;
  /** Text that is searched for now, such as the one in the address. */
  value: string;
  /** Called with the trimmed text when typing rests for a moment. */
  onSearch: (text: string) => void;
  maxLength?: number;
}

const REST_MS = 200;

/** A field that searches while one types. Enter searches at once, Escape clears it. */
export function SearchField({ label, value, onSearch, maxLength = 200 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Not what was sent from here: back, forward, or a link. What is typed meanwhile must stay otherwise.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const send = (text: string) => {
    setSent(text.trim());
    onSearch(text.trim());
  };
  const sendLater = useDebouncedCallback(send, REST_MS);
  const change = (text: string) => {
    setTyped(text);
    sendLater(text);
  };
  const clear = () => {
    sendLater.cancel();
    setTyped('');
    send('');
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
      leftSection={<MagnifyingGlassIcon width={16} height={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') {
          sendLater.cancel();
          send(currentTarget.value);
        }
        if (key === 'Escape' && typed !== '') clear();
      }}
    />
  );
}
