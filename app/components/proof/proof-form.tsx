import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';
import { needsProof, ProofField, type ShownProof } from './proof-field';

interface ProofFormProps {
  /** The id of the form; one screen has several. */
  id: string;
  intent: string;
  /** The hidden fields that name what the form concerns. */
  hidden?: Record<string, string>;
  /** The title above a failure. */
  failureTitle: string;
  response: { result?: SubmissionResult<string[]>; failure?: string } | undefined;
  proof: ShownProof;
  email: string;
  /** The path, with its query, of the screen. */
  proveFrom: string;
  button: { label: string; pendingText: string; variant?: 'primary' | 'danger' };
  /** The address without the dialog that holds the form: a link to it stands beside the button. */
  cancelTo?: string;
  className?: string;
}

/** A form of one button, for an action that asks the person to prove that the account is theirs. */
export function ProofForm(props: ProofFormProps) {
  const {
    id,
    intent,
    hidden = {},
    failureTitle,
    response,
    proof,
    email,
    proveFrom,
    button,
    cancelTo,
    className = '',
  } = props;
  const pending = useNavigation().formData?.get('intent') === intent;
  const [form, fields] = useForm<{ currentPassword: string }>({
    id,
    lastResult: response?.result,
    constraint: { currentPassword: { required: true } },
  });
  const send = !needsProof(proof) && (
    <Button type="submit" variant={button.variant} pending={pending} pendingText={button.pendingText}>
      {button.label}
    </Button>
  );
  return (
    <Form method="post" {...getFormProps(form)} className={`flex flex-col gap-field ${className}`}>
      <input type="hidden" name="intent" value={intent} />
      <FormKey />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {response?.failure && !pending && (
        <Banner tone="bad" title={failureTitle} live>
          {response.failure}
        </Banner>
      )}
      <ProofField
        {...{ proof, email, proveFrom }}
        field={fields.currentPassword}
        isFocused={cancelTo !== undefined}
      />
      {cancelTo === undefined ? (
        send
      ) : (
        <DialogActions>
          <LinkButton to={cancelTo} preventScrollReset>
            Cancel
          </LinkButton>
          {send}
        </DialogActions>
      )}
    </Form>
  );
}
