import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { inQuotes } from '~/engine/texts/in-quotes';
import { Workflow } from '~/components/icons/icons';
import {
  findMembershipOf,
  formerOrganization,
  isDrawnForAnother,
  refuseWithout,
  requireDemandedFactor,
  requireUser,
  selectsAnother,
} from '~/auth/guards';
import { serializeOrganizationCookie } from '~/auth/organization-cookie';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { nameTrigger } from '~/components/integration/trigger-names';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { FormKey } from '~/components/network/form-key';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { describeOther, idOfForm } from '~/services/form-key';
import { findTemplate, listTemplates } from '~/services/imports/templates/templates';
import { createIntegration } from '~/services/integrations/integrations';
import { NewIntegrationForm } from '~/fields';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors({
  title: 'Creation Failed',
  text: 'Failed to create integration. Please try again.',
});

export const meta: MetaFunction = () => [{ title: 'New integration · Wicked Integrations' }];

const organizationRequired = {
  title: 'Organization Required',
  message: 'Please select an organization first',
  isOrganizationMissing: true,
};

/** Returns the user, also one without an organization, who may lose it while they write: what they wrote stays. */
async function requireNamer(app: AppContext, request: Request) {
  const user = await requireUser(app, request);
  const { membership } = await findMembershipOf(app, request, user);
  if (membership) {
    await requireDemandedFactor(app, request, { userId: user.id, ...membership });
    await refuseWithout(app, membership, 'edit-integrations', '/');
  }
  return { user, membership };
}

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireNamer(app, request);
  return {
    user,
    organizationName: membership?.organizationName ?? 'No organization',
    failure: membership ? null : organizationRequired,
    templates: listTemplates(),
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { user, membership } = await requireNamer(app, request);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: NewIntegrationForm });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), failure: null }, { status: 422 });
  }
  if (!membership) {
    return data({ result: submission.reply(), failure: organizationRequired }, { status: 403 });
  }
  const { organizationId, organizationName } = membership;
  const isLost = await selectsAnother(app, request, membership);
  if (isLost || isDrawnForAnother(request, membership)) {
    const reason = isLost ? formerOrganization : describeOther(organizationName);
    const message = `${reason} Press Continue again to create the integration in ${inQuotes(organizationName)}.`;
    const failure = { title: 'Creation Failed', message, isOrganizationMissing: false };
    const cookie = await serializeOrganizationCookie(app.config, organizationId);
    return data({ result: submission.reply(), failure }, { status: 403, headers: { 'Set-Cookie': cookie } });
  }
  const actor = { userId: user.id, organizationId, address };
  const { template: key = '', ...details } = submission.value;
  const template = findTemplate(key);
  const description = details.description ?? template?.description;
  const input = { ...template, ...details, description };
  const outcome = await createIntegration(app, actor, input, idOfForm(app, actor, form));
  if (outcome.kind === 'integration') return redirect(`/integration/${outcome.integration.id}`);
  const { status, body } = describeProblem(outcome);
  const failure = { title: 'Creation Failed', message: body.message, isOrganizationMissing: false };
  return data({ result: submission.reply(), failure }, { status });
}

export default function NewIntegration() {
  const { user, organizationName, failure, templates } = useLoaderData<typeof loader>();
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <NamingDialog known={failure} templates={templates} />
      <PageHeader title="New integration" back={{ to: '/', label: 'Back' }} />
      <div className="rounded-lg border border-dashed border-line-strong/50">
        <EmptyState
          icon={Workflow}
          title="Give it a name first"
          text="Then choose what starts it and which APIs it calls."
        />
      </div>
    </SignedInShell>
  );
}

const loadCheck = checkBy(({ NewIntegrationForm: schema }) => schema);

interface NamingDialogProps {
  /** Why nothing can be created, as far as it is known before a name is sent. */
  known: typeof organizationRequired | null;
  templates: ReturnType<typeof listTemplates>;
}

function NamingDialog({ known, templates }: NamingDialogProps) {
  const outcome = useActionResponse<typeof action>();
  const failure = outcome?.failure ?? known;
  const pending = useNavigation().formAction === '/integration?index';
  const [form, fields] = useCheckedForm<NewIntegrationForm>({
    id: 'naming',
    lastResult: outcome?.result,
    constraint: { name: { required: true } },
    loadCheck,
  });
  return (
    <Dialog title="Name Your Integration" closeTo="/">
      <Form
        method="post"
        action="/integration?index"
        {...getFormProps(form)}
        {...keepsTyping}
        className="flex flex-col gap-field"
      >
        <FormKey />
        {failure && (
          <Banner
            tone="bad"
            title={failure.title}
            live
            actions={
              failure.isOrganizationMissing && (
                <LinkButton to="/organization/new" size="sm">
                  Create organization
                </LinkButton>
              )
            }
          >
            {failure.message}
          </Banner>
        )}
        <TextField
          key={fields.name.key}
          field={fields.name}
          defaultValue={fields.name.initialValue}
          label="Integration Name"
          placeholder="New issues to the support desk"
          autoComplete="off"
          data-autofocus
        />
        <TextAreaField
          key={fields.description.key}
          field={fields.description}
          defaultValue={fields.description.initialValue}
          label="Description"
          hint="Optional. What it is for, in a sentence or two."
          rows={3}
        />
        <SelectField
          key={fields.template.key}
          field={fields.template}
          defaultValue={fields.template.initialValue}
          label="Begin with"
          hint="A template has a trigger and calls, in which you fill in addresses and credentials."
        >
          <option value="">An empty chain</option>
          {templates.map(({ trigger, templates: offered }) => (
            <optgroup key={trigger} label={nameTrigger(trigger)}>
              {offered.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <DialogActions>
          <LinkButton to="/">Cancel</LinkButton>
          <Button type="submit" variant="primary" pending={pending} pendingText="Creating...">
            Continue to Setup
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
