import { TypedWordDialog } from '~/components/dialog-form/typed-word-dialog';
import { restorableDays } from '~/engine/definition/restorable-days';
import { confirmationWords } from './confirmation-words';

interface ConfirmChangeProps {
  change: keyof typeof confirmationWords;
  integrations: { id: string; name: string }[];
  /** The names of integrations that run when one of these ends. */
  starts: string[];
  typed: string | undefined;
  error: string | undefined;
  /** The URLs of the screen, and of the screen with what was selected. */
  url: string;
  closeTo: string;
}

const named = 5;

/** Asks before several integrations are disabled or deleted. */
export function ConfirmChange({
  change,
  integrations,
  starts,
  typed,
  error,
  url,
  closeTo,
}: ConfirmChangeProps) {
  const count = integrations.length;
  const names = integrations.slice(0, named).map(({ name }) => `“${name}”`);
  const others = count > named ? ` and ${count - named} more` : '';
  const listed = names.join(', ') + others;
  const started =
    starts.length > 0
      ? ` Nothing will start the integrations that run when one of them ends: ${starts.join(', ')}.`
      : '';
  const shared = {
    closeTo,
    action: url,
    field: { name: 'intent', value: change },
    more: integrations.map(({ id }) => ({ name: 'selected', value: id })),
    word: confirmationWords[change],
    typed,
    error,
  };
  const subject = count === 1 ? '1 integration' : `${count} integrations`;
  return change === 'disable' ? (
    <TypedWordDialog
      {...shared}
      title={`Disable ${subject}`}
      text={`${listed}: this stops all automatic executions, including webhook triggers and scheduled runs. Waiting executions are cancelled. You can enable them again.`}
      confirm="Disable"
      pendingText="Disabling..."
    />
  ) : (
    <TypedWordDialog
      {...shared}
      title={`Delete ${subject}`}
      text={`${listed}: API calls and execution logs will be deleted. Each can be restored for ${restorableDays} days.${started}`}
      confirm="Delete"
      pendingText="Deleting..."
    />
  );
}
