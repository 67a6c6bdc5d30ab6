import { TypedWordDialog } from '~/components/dialog-form/typed-word-dialog';
import { deletedUrl } from './list-place';

interface DeleteNowDialogProps {
  integration: { id: string; name: string };
  /** The place of the page behind the dialog. */
  before: string | null;
  error: string | undefined;
}

export function DeleteNowDialog({ integration: { id, name }, before, error }: DeleteNowDialogProps) {
  return (
    <TypedWordDialog
      title="Delete for good"
      text={`“${name}”, its versions and secrets, its executions and logs will be removed within minutes. This cannot be undone.`}
      closeTo={deletedUrl({ before })}
      action={deletedUrl({ before, deleting: id })}
      field={{ name: 'id', value: id }}
      word="DELETE"
      error={error}
      confirm="Delete now"
      pendingText="Deleting..."
    />
  );
}
