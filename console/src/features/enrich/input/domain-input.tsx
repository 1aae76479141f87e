import { Button, FileButton, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { FileTextIcon, UploadIcon } from '@radix-ui/react-icons';
import { type DragEvent, useState } from 'react';
import { enrichText } from '../../../text/enrich.ts';
import { UserText } from '../../../ui/user-text.tsx';
import classes from './domain-input.module.css';
import type { Table } from './read-entries.ts';

const texts = enrichText.input;

/** Text that a caller typed, pasted, or took from a file. */
export interface DomainSource {
  readonly text: string;
  /** Name of the file that the text is from. */
  readonly file?: string;
  /** Column that the caller chose; undefined: the one that looks most like domains. */
  readonly column?: number;
}

interface DomainInputProps {
  source: DomainSource;
  table: Table | undefined;
  column: number;
  onChange: (source: DomainSource) => void;
}

/** Takes domains as text or as a file, which can also be dropped. */
export function DomainInput({ source, table, column, onChange }: DomainInputProps) {
  const [isOver, setOver] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const readFile = async (file: File | null | undefined) => {
    if (!file) return;
    const text = await readText(file).catch(() => undefined);
    // NUL: an image, a workbook, or another file that is no text.
    setUnreadable(text === undefined || text.includes('\0'));
    if (text !== undefined && !text.includes('\0')) onChange({ text, file: file.name });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <Paper
      bg="transparent"
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="sm">
        {source.file === undefined ? (
          <Textarea
            label={texts.label}
            description={texts.hint}
            placeholder={texts.placeholder}
            value={source.text}
            onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
            error={isUnreadable && texts.unreadable}
          />
        ) : (
          <FileSource name={source.file} onRemove={() => onChange({ text: '' })} />
        )}
        {table && (
          <Select
            label={texts.column}
            data={table.columns.map((label, index) => ({ value: String(index), label }))}
            value={String(column)}
            onChange={(value) => value !== null && onChange({ ...source, column: Number(value) })}
            allowDeselect={false}
            maw={360}
          />
        )}
        <Group gap="xs">
          <FileButton onChange={(file) => void readFile(file)} accept=".txt,.csv,.tsv,text/plain,text/csv">
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="compact-sm"
                leftSection={<UploadIcon width={14} height={14} />}
              >
                {texts.chooseFile}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" role="status">
            {isOver ? texts.dropNow : texts.dropHint}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

function FileSource({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <FileTextIcon width={18} height={18} aria-hidden="true" />
      <UserText text={texts.file(name)} fw={600} />
      <Button variant="subtle" size="compact-sm" onClick={onRemove} flex="none">
        {texts.removeFile}
      </Button>
    </Group>
  );
}

/** Reads a text file. Files without a mark of UTF-16 are read as UTF-8. @throws the browser's error if it cannot be read. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheets save "Unicode text" as UTF-16.
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}
