import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { needsProof, ProofField, type ShownProof } from '~/components/proof/proof-field';
import { FormKey } from '~/components/network/form-key';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { roleNameOf } from '~/components/user/role-name';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { AccessField } from '~/components/user/access-field';
import { ShownOnce } from '~/components/shown-once/shown-once';

interface TokenFormProps {
  /** The roles that a token may have. */
  roles: string[];
  email: string;
  proof: ShownProof;
  /** The path of the screen, to return to after the proof. */
  proveFrom: string;
  response:
    | {
        result: SubmissionResult<string[]> | undefined;
        failure: string | null;
        created: { name: string; token: string } | null;
      }
    | undefined;
}

export function TokenForm({ roles, email, proof, proveFrom, response }: TokenFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'create';
  const [form, fields] = useForm<{ name: string; role: string; access: string; currentPassword: string }>({
    id: 'token',
    lastResult: response?.result,
    defaultValue: { role: 'MEMBER', access: 'edit' },
    constraint: { name: { required: true }, currentPassword: { required: true } },
  });
  return (
    <Form method="post" {...getFormProps(form)} {...keepsTyping} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value="create" />
      <FormKey />
      {response?.created && (
        <ShownOnce
          title={`API token created: ${response.created.name}`}
          text="Copy it now. It is not shown again."
          label="API token"
          code={response.created.token}
        />
      )}
      {response?.failure && (
        <Banner tone="bad" title="Error" live>
          {response.failure}
        </Banner>
      )}
      <div className="grid gap-field sm:grid-cols-[1fr_12rem_16rem]">
        <TextField
          field={fields.name}
          label="Token name"
          hint="What uses it, for example “Deployment”."
          autoComplete="off"
        />
        <SelectField field={fields.role} label="Role">
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNameOf(role)}
            </option>
          ))}
        </SelectField>
        <AccessField field={fields.access} />
      </div>
      <ProofField {...{ proof, email, proveFrom }} field={fields.currentPassword} />
      {!needsProof(proof) && (
        <div className="flex justify-end">
          <Button
            id="create-token"
            type="submit"
            variant="primary"
            pending={pending}
            pendingText="Creating..."
          >
            Create API token
          </Button>
        </div>
      )}
    </Form>
  );
}
