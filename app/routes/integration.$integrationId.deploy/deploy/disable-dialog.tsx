import { TypedWordDialog } from '~/components/dialog-form/typed-word-dialog';
import type { DeployOutcome } from './deploy-outcome';

interface DisableDialogProps {
  /** The URL of the step without the dialog. */
  closeTo: string;
  outcome: DeployOutcome | undefined;
}

export function DisableDialog({ closeTo, outcome }: DisableDialogProps) {
  const refused = outcome?.kind === 'not-confirmed' ? outcome : undefined;
  const failed = outcome?.kind === 'not-toggled' ? outcome : undefined;
  return (
    <TypedWordDialog
      title="Disable integration"
      text="This stops all automatic executions, including webhook triggers and scheduled runs. Waiting executions are cancelled. You can enable it again."
      closeTo={closeTo}
      action={`${closeTo}?dialog=disable`}
      field={{ name: 'intent', value: 'disable' }}
      word="DISABLE"
      typed={refused?.typed}
      error={refused?.message}
      failure={failed && { title: failed.title, text: failed.message }}
      confirm="Disable"
      pendingText="Disabling..."
    />
  );
}
