import { Checkbox, Input, NativeSelect, Stack } from '@mantine/core';
import type { EventType, WebhookFormat } from '../../../generated/graphql.ts';
import { webhooksText } from '../../../text/webhooks.ts';

const { form: text, formats, eventTypes } = webhooksText;
const FORMATS = Object.keys(formats) as WebhookFormat[];
const TYPES = Object.keys(eventTypes) as EventType[];

interface FormatSelectProps {
  value: WebhookFormat;
  onChange: (value: WebhookFormat) => void;
}

/** Asks for the form of the bodies. */
export function FormatSelect({ value, onChange }: FormatSelectProps) {
  return (
    <NativeSelect
      label={text.format}
      description={text.formatHints[value]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as WebhookFormat)}
      data={FORMATS.map((format) => ({ value: format, label: formats[format] }))}
    />
  );
}

/** Types of the events that are sent; undefined for all. */
export type ChosenTypes = readonly EventType[] | undefined;

interface TypesProps {
  value: ChosenTypes;
  error: string | undefined;
  onChange: (value: ChosenTypes) => void;
}

/** Asks for types of events: all, or some of them. */
export function Types({ value, error, onChange }: TypesProps) {
  return (
    <Stack gap="xs" role="group" aria-label={text.types}>
      <Input.Label labelElement="div">{text.types}</Input.Label>
      <Checkbox
        label={text.all}
        checked={value === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? undefined : [])}
      />
      {value !== undefined && (
        <Checkbox.Group
          aria-label={text.some}
          error={error}
          value={[...value]}
          onChange={(types) => onChange(types as EventType[])}
        >
          <div
            style={{
              display: 'grid',
              gap: 8,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
              paddingInlineStart: 32,
            }}
          >
            {TYPES.map((type) => (
              <Checkbox key={type} value={type} label={eventTypes[type]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
