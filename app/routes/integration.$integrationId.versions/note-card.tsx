import { Form, useActionData, useNavigation } from '@remix-run/react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { useOpenedFocus } from './use-opened-focus';

interface NoteCardProps {
  version: number;
  note: string | null;
  /** The note that was sent and not saved, and why. */
  refused: { typed: string; failure: string } | undefined;
  /** The query of the page without this card. */
  closed: string;
}

export function titleOfNote(version: number): string {
  return `Note on version ${version}`;
}

/** The form for a note on a version. It takes the focus, because the button that opens it is in a row far below. */
export function NoteCard({ version, note, refused, closed }: NoteCardProps) {
  const isSaving = useNavigation().formData?.get('intent') === 'note';
  const form = useWrongFocus(useActionData<unknown>());
  const field = describeField('note', { errors: refused && [refused.failure] });
  useOpenedFocus(field.id, true);
  return (
    <Card title={titleOfNote(version)} text="It is shown beside the version. Leave it empty to remove it.">
      <Form ref={form} method="post" className="flex flex-col gap-4" preventScrollReset {...keepsTyping}>
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="version" value={version} />
        <TextField
          field={field}
          label="Note"
          defaultValue={refused?.typed ?? note ?? ''}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={isSaving} pendingText="Saving...">
            Save note
          </Button>
          <LinkButton to={closed} preventScrollReset>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
