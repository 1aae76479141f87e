import { useApiMutation } from '../../../api/hooks.ts';
import { type FieldPartsFragment, SetFieldValuesDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../../text/fields.ts';
import { ValueEditor as Editor } from '../../../ui/fields/value-editor.tsx';
import classes from './own-fields.module.css';

interface ValueEditorProps {
  field: FieldPartsFragment;
  slug: string;
  /** Undefined: the company has none. */
  value: unknown;
  onClose: () => void;
}

/** Changes a value in its place. The page shows what it then reads from the service. */
export function ValueEditor({ field, slug, value, onClose }: ValueEditorProps) {
  const { mutateAsync } = useApiMutation(SetFieldValuesDocument);
  const save = async (now: unknown) => {
    try {
      const values = [{ identifier: slug, fields: { [field.key]: now } }];
      const { setFieldValues } = await mutateAsync({ input: { values } });
      const [refused] = setFieldValues?.invalid ?? [];
      if (refused) return text.fault(visibleText(field.label), refused.reason);
      return setFieldValues?.notTracked.length ? text.notTracked : undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return (
    <div className={classes.editor}>
      <Editor {...{ field, value, onClose }} onSave={save} />
    </div>
  );
}
