import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { can } from '~/auth/role-permissions';
import { redirectWithToast } from '~/auth/toast-cookie';
import { Card } from '~/components/ui/card';
import { DefinitionList } from '~/components/ui/definition-list';
import { LinkButton } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { countWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import { findOrganization } from '~/db/organizations/organizations';
import { failures } from '~/failures';
import { OrganizationDetails } from '~/fields';
import { describeProblem } from '~/problem';
import { changeOrganization } from '~/services/organizations/details';
import { readSeen } from '../forms/read-seen.server';
import { DetailsForm } from './details-form';
import { SecondFactorCard } from './second-factor-card';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

export const meta: MetaFunction = () => [{ title: 'Details · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const organization = await findOrganization(app.db, membership.organizationId);
  if (!organization) throw new Response('No Organization Found', { status: 403 });
  const mayEdit = can(membership, 'edit-organization');
  return {
    organization,
    mayEdit,
    edits: mayEdit && new URL(request.url).searchParams.has('edit'),
    withPasswordAlone: mayEdit
      ? await countWithPasswordAlone(app.db, {
          organizationId: organization.id,
          passwordLogin: app.config.passwordLogin,
        })
      : null,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const demand = form.get('requiresSecondFactor');
  if (demand !== null) {
    const outcome = await changeOrganization(app, actor, { requiresSecondFactor: demand === 'on' });
    const toast =
      outcome.kind === 'organization'
        ? ({ tone: 'success', title: 'Organization updated' } as const)
        : ({
            tone: 'destructive',
            title: failures.organization.title,
            description: describeProblem(outcome).body.message,
          } as const);
    return redirectWithToast(app, '/organization/settings', toast);
  }
  const submission = parseWithZod(form, { schema: OrganizationDetails });
  const result = submission.reply();
  if (submission.status !== 'success') return data({ result, failure: null, present: null }, { status: 422 });
  const { name, description = null } = submission.value;
  const seen = readSeen(form, ['name', 'description']);
  const outcome = await changeOrganization(app, actor, { name, description }, seen);
  if (outcome.kind === 'organization') {
    const toast = { title: 'Organization updated', description: 'The changes have been saved.' };
    return redirectWithToast(app, '/organization/settings', { tone: 'success', ...toast });
  }
  const { status, body } = describeProblem(outcome);
  if (!outcome.fields) return data({ result, failure: body.message, present: null }, { status });
  // A second save comes after the warning at the field, and replaces what stands there now.
  const present = (await findOrganization(app.db, actor.organizationId)) ?? null;
  return data(
    { result: submission.reply({ fieldErrors: outcome.fields }), failure: null, present },
    { status },
  );
}

export default function OrganizationDetailsPage() {
  const { organization, mayEdit, edits, withPasswordAlone } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  if (edits) {
    return (
      <Card title="Organization details">
        <DetailsForm
          organization={organization}
          seen={response?.present ?? organization}
          result={response?.result}
          failure={response?.failure}
        />
      </Card>
    );
  }
  return (
    <>
      <Card title="Organization details" actions={mayEdit && <LinkButton to="?edit">Edit</LinkButton>}>
        <DefinitionList
          items={[
            ['Name', organization.name],
            ['Description', organization.description],
            ['Created', new Date(organization.createdAt).toISOString().slice(0, 10)],
          ]}
        />
      </Card>
      <SecondFactorCard
        isRequired={organization.requiresSecondFactor}
        withPasswordAlone={withPasswordAlone}
      />
    </>
  );
}
