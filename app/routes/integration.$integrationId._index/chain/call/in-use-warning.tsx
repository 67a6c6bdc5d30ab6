import { useFormMetadata } from '@conform-to/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { UseList } from '../edits/use-list';

/** The server's question before a removal, above the call that it is about. */
export function InUseWarning({ callIndex, listName }: { callIndex: number; listName: string }) {
  const { inUse } = useEditorFeedback();
  const form = useFormMetadata<EditorForm>();
  if (!inUse) return null;
  const isCall = inUse.name === listName && inUse.index === callIndex;
  if (!isCall && !inUse.name.startsWith(`${listName}[${callIndex}].`)) return null;
  return (
    <Banner
      tone="warn"
      title="Variable In Use"
      live
      actions={
        <Button
          type="submit"
          variant="danger"
          name="intent"
          value={`remove-anyway:${inUse.name}:${inUse.index}`}
          form={form.id}
        >
          Remove Anyway
        </Button>
      }
    >
      <UseList uses={inUse.uses} />
    </Banner>
  );
}
