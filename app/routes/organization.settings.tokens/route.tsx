import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requirePermission } from '~/auth/guards';
import { hasProof } from '~/auth/login/proof-cookie';
import { refuseForm } from '~/auth/login/refused-form';
import { isAtMost } from '~/auth/role-permissions';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { TextLink } from '~/components/ui/link';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { findOwnApiToken, listApiTokens } from '~/db/organizations/api-tokens';
import type { Role } from '~/db/core/tables';
import { failures } from '~/failures';
import { ApiTokenDetails, PasswordProof } from '~/fields';
import { describeProblem } from '~/problem';
import { describeProof } from '~/services/accounts/proof/password-proof';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { sortedIdOfForm } from '~/services/form-key';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { TokenForm } from './token-form';
import { TokenList } from './token-list';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const screen = '/organization/settings/tokens';
const alreadyRevoked = {
  tone: 'destructive',
  title: 'API token not found',
  description: 'It was revoked meanwhile.',
} as const;
const pageSize = 50;
const ProvenToken = PasswordProof.extend(ApiTokenDetails.shape);
const FreshToken = PasswordProof.partial().extend(ApiTokenDetails.shape);
const roles: Role[] = ['MEMBER', 'ADMIN', 'OWNER'];

export const meta: MetaFunction = () => [
  { title: 'API tokens · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requirePermission(app, request, 'manage-tokens');
  const { organizationId, role } = membership;
  const query = new URL(request.url).searchParams;
  const before = query.get('before') ?? undefined;
  const revoked = query.get('revoke');
  const revoking = revoked === null ? null : await findOwnApiToken(app.db, { id: revoked, organizationId });
  if (revoking === undefined) throw await redirectWithToast(app, screen, alreadyRevoked);
  const rows = await listApiTokens(app.db, { organizationId, before, limit: pageSize + 1 });
  const tokens = rows.slice(0, pageSize);
  return {
    tokens,
    roles: roles.filter((each) => isAtMost(each, role)),
    listAddress: `${app.config.appUrl}/api/integrations/organization/${organizationId}`,
    isFirstPage: before === undefined,
    nextBefore: rows.length > pageSize ? (tokens.at(-1)?.id ?? null) : null,
    email: user.email,
    proof: await describeProof(app, user, await hasProof(app.config, request, app.now())),
    revoking,
  };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  if (form.get('intent') === 'revoke') {
    const outcome = await revokeApiToken(app, actor, String(form.get('id')));
    if (outcome.kind === 'not-found') return redirectWithToast(app, screen, alreadyRevoked);
    const toast =
      outcome.kind === 'revoked'
        ? { tone: 'success' as const, title: 'API token revoked', description: 'It no longer works.' }
        : {
            tone: 'destructive' as const,
            title: 'Error',
            description: describeProblem(outcome).body.message,
          };
    return redirectWithToast(app, screen, toast);
  }
  const isFresh = await hasProof(app.config, request, app.now());
  const submission = parseWithZod(form, { schema: isFresh ? FreshToken : ProvenToken });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return data({ result, failure: null, created: null }, { status: 422 });
  const { currentPassword: password, ...details } = submission.value;
  const proof = { password, isFresh, address };
  const outcome = await createApiToken(app, actor, details, proof, sortedIdOfForm(app, actor, form));
  if (outcome.kind === 'created') {
    const { id, token } = outcome;
    const created = { id, token, name: details.name };
    const init = { status: 201, headers: { 'Cache-Control': 'no-store' } };
    return data({ result: undefined, failure: null, created }, init);
  }
  const { refusal, init } = refuseForm(outcome, submission);
  return data({ ...refusal, created: null }, init);
}

export default function TokensPage() {
  const {
    tokens,
    roles: offered,
    email,
    proof,
    listAddress,
    isFirstPage,
    nextBefore,
    revoking,
  } = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  return (
    <>
      {revoking && (
        <ConfirmDialog
          title="Revoke API token"
          text={`Every program that uses ${revoking.name} (wk_••••${revoking.lastFour}) will be refused. This cannot be undone.`}
          action={screen}
          intent="revoke"
          fields={{ id: revoking.id }}
          confirm="Revoke"
          pendingText="Revoking..."
        />
      )}
      <Card
        title="Create an API token"
        text="Programs use it to call the JSON API. It can do no more than its role, its access and your own allow, and works as long as you are a member."
      >
        <TokenForm
          // The key empties the form after a token was created.
          key={response?.created?.token}
          {...{ email, proof }}
          roles={offered}
          proveFrom={screen}
          response={response}
        />
      </Card>
      <Card title="API tokens" flush>
        <ReloadingList params={['before']}>
          {tokens.length > 0 ? (
            <TokenList tokens={tokens} />
          ) : (
            <p className="px-5 py-8 text-center text-ink-muted">No API tokens yet.</p>
          )}
        </ReloadingList>
        <ListPages links={listNewestAndOlder(screen, isFirstPage, nextBefore && `?before=${nextBefore}`)} />
      </Card>
      <Card title="How to use one" text="This lists the integrations of this organization.">
        <div className="flex flex-col items-start gap-4">
          <div className="w-full">
            <CodeBlock
              label="curl command"
              code={`curl -H 'Authorization: Bearer YOUR_TOKEN' \\\n  '${listAddress}'`}
            />
          </div>
          <TextLink to="/api/docs" reloadDocument>
            All calls of the API
          </TextLink>
        </div>
      </Card>
    </>
  );
}
