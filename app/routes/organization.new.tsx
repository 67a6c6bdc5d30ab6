import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useNavigation } from '@remix-run/react';
import { requireUser } from '~/auth/guards';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { redirectWithToast } from '~/auth/toast-cookie';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { FormKey } from '~/components/network/form-key';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { AuthShell } from '~/components/shell/auth-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { TextLink } from '~/components/ui/link';
import { failures } from '~/failures';
import { OrganizationDetails } from '~/fields';
import { describeProblem } from '~/problem';
import { sortedIdOfForm } from '~/services/form-key';
import { createOrganization } from '~/services/organizations/creation';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organizationCreation);

export const meta: MetaFunction = () => [{ title: 'Create organization · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await requireUser(app, request);
  return null;
}

/** Creates an organization, selects it and redirects home. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: OrganizationDetails });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), failure: null }, { status: 422 });
  }
  const formId = sortedIdOfForm(app, { userId: user.id }, form);
  const outcome = await createOrganization(app, { userId: user.id, address }, submission.value, formId);
  if (outcome.kind !== 'created') {
    const { status, body } = describeProblem(outcome);
    return data({ result: submission.reply(), failure: body.message }, { status });
  }
  const cookie = await serializeOrganizationCookie(app.config, outcome.organizationId);
  const toast = { title: 'Organization created', description: 'You are its owner.' };
  return redirectWithToast(app, '/', { tone: 'success', ...toast }, new Headers({ 'Set-Cookie': cookie }));
}

const loadCheck = checkBy((schemas) => schemas.OrganizationDetails);

export default function NewOrganization() {
  const response = useActionResponse<typeof action>();
  const pending = useNavigation().formAction === '/organization/new';
  const [form, fields] = useCheckedForm<{ name: string }>({
    id: 'new-organization',
    lastResult: response?.result,
    constraint: { name: { required: true } },
    loadCheck,
  });
  return (
    <AuthShell
      title="Create an organization"
      text="Integrations, their logs and their members belong to one organization."
      footer={<TextLink to="/">Back to Dashboard</TextLink>}
    >
      <Form method="post" {...getFormProps(form)} {...keepsTyping} className="flex flex-col gap-field">
        <FormKey />
        {response?.failure && (
          <Banner tone="bad" title={failures.organizationCreation.title} live>
            {response.failure}
          </Banner>
        )}
        <TextField field={fields.name} label="Organization name" autoComplete="organization" />
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Creating...">
          Create organization
        </Button>
      </Form>
    </AuthShell>
  );
}
