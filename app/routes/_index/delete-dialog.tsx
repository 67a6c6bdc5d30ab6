import { TypedWordDialog } from '~/components/dialog-form/typed-word-dialog';
import { restorableDays } from '~/engine/definition/restorable-days';
import { failures } from '~/failures';
import { dashboardUrl, type ListQuery } from '~/components/integration/list-query';

export interface DeleteOutcome {
  confirmationError?: string;
  failure?: string;
}

/** The integration that is to be deleted, and the names of those that its end starts. */
export interface DeletedIntegration {
  id: string;
  name: string;
  starts: string[];
}

interface DeleteDialogProps {
  integration: DeletedIntegration;
  /** The list of cards behind the dialog. */
  list: ListQuery;
  outcome: DeleteOutcome | undefined;
}

export function DeleteDialog({ integration: { id, name, starts }, list, outcome }: DeleteDialogProps) {
  const started =
    starts.length > 0
      ? ` Nothing will start the integrations that run when it ends: ${starts.join(', ')}.`
      : '';
  return (
    <TypedWordDialog
      title="Delete integration"
      text={`“${name}”, its API calls and its execution logs will be deleted. It can be restored for ${restorableDays} days.${started}`}
      closeTo={dashboardUrl(list)}
      action={dashboardUrl(list, { index: '', delete: id })}
      field={{ name: 'id', value: id }}
      word="DELETE"
      error={outcome?.confirmationError}
      failure={outcome?.failure ? { title: failures.deletion.text, text: outcome.failure } : undefined}
      confirm="Delete"
      pendingText="Deleting..."
    />
  );
}
