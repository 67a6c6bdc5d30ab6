import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Download } from '~/components/icons/icons';
import { requireDemandedFactor, requireMembership, requirePermission } from '~/auth/guards';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { can } from '~/auth/role-permissions';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { PasswordProof } from '~/fields';
import { redirectWithToast } from '~/auth/toast-cookie';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { describeUnrevoked } from '~/services/organizations/token-revocation';
import { deleteOrganization } from '~/services/organizations/deletion';
import { DeletionForm } from './deletion-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organizationDeletion);

export const meta: MetaFunction = () => [{ title: 'Data · Organization Settings · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership, memberships } = await requirePermission(app, request, 'export-organization');
  return {
    organizationId: membership.organizationId,
    organizationName: membership.organizationName,
    mayDelete: can(membership, 'delete-organization'),
    isOnlyOne: memberships.length === 1,
    email: user.email,
    proof: await describeProof(app, user, await hasProofOrNewLogin(app, request)),
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { user, memberships } = await requireMembership(app, request);
  const form = await request.formData();
  // The form's organization, not the selected one: another tab may have switched since the page was shown.
  const organizationId = String(form.get('organizationId'));
  if (memberships.some((each) => each.organizationId === organizationId)) {
    await requireDemandedFactor(app, request, { userId: user.id, organizationId });
  }
  const typed = String(form.get('confirmation') ?? '');
  const actor = { userId: user.id, organizationId, address };
  const proof = PasswordProof.safeParse({ currentPassword: form.get('currentPassword') }).data;
  const outcome = await deleteOrganization(app, actor, typed, {
    password: proof?.currentPassword,
    isFresh: await hasProofOrNewLogin(app, request),
  });
  if (outcome.kind === 'deleted') {
    const headers = new Headers({ 'Set-Cookie': await clearOrganizationCookie(app.config) });
    const told = describeUnrevoked(`${typed.trim()} has been deleted.`, outcome.unrevoked);
    const toast = { tone: 'success', title: 'Organization deleted', ...told } as const;
    return redirectWithToast(app, '/', toast, headers);
  }
  const { status, body } = describeProblem(outcome);
  const { fields: errors } = body;
  const isProofMissing = outcome.kind === 'proof-needed' || outcome.kind === 'no-password';
  return data({ errors, isProofMissing, failure: errors ? null : body.message }, { status });
}

export default function OrganizationDataPage() {
  const { organizationId, organizationName, mayDelete, isOnlyOne, proof, email } =
    useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <>
      <Card
        title="Export"
        text="Everything in this organization as one JSON file: details, members, billing details, the audit log, and the integrations with their executions and logs."
      >
        <p className="mb-5 text-ink-muted">
          Secrets are left out or masked. With many executions the download takes a while. To move
          integrations to another organization, press Export all on the dashboard and import that file there.
        </p>
        <LinkButton to={`/api/organizations/${organizationId}/export`} reloadDocument icon={Download}>
          Export data
        </LinkButton>
      </Card>
      {mayDelete && (
        <Card title="Delete organization" text="This cannot be undone.">
          <DeletionForm
            organizationId={organizationId}
            organizationName={organizationName}
            isOnlyOne={isOnlyOne}
            // The proof may have become too old since the screen was loaded.
            proof={response?.isProofMissing ? { ...proof, isFresh: false } : proof}
            email={email}
            errors={response?.errors}
            failure={response?.failure}
          />
        </Card>
      )}
    </>
  );
}
