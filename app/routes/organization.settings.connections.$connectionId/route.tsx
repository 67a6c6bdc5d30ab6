import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { nameCredential, requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { UseList } from '~/components/integration/use-list';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { listConnectionCalls } from '~/db/connections/connection-calls';
import { countWaitingRuns } from '~/db/executions/queue/waiting-runs';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import type { ConnectionResponse } from '~/services/connections/connection-response';
import { beginAuthorization, readRedirectUri } from '~/services/connections/authorization';
import { changeConnection, deleteConnection, readConnectionById } from '~/services/connections/connections';
import { testOnce } from '~/services/test-once';
import { testConnection } from '~/services/test-runs/connection-test';
import { DeleteDialog } from '../organization/delete-dialog';
import { readTyped, type Typed } from '~/components/typed-form/typed-form';
import { respondNotFound } from '~/auth/not-found';
import { ConnectionForm } from '../organization.settings.connections/connection-form';
import { toInput } from '../organization.settings.connections/read-form';
import { describeStatus, statusNames, statusTones } from '../organization.settings.connections/status-names';
import { ConnectCard } from './connect-card';
import { describeDeletion, describeWaiting } from './describe-deletion';
import { KindText } from './kind-text';
import { RefusalPlace } from './refusal-place';
import { TestCard } from './test-card';
import { TodayCard } from './today-card';
import { TokenRequestList } from './token-request-list';
import { respondRefused, respondSavedSince } from '../forms/respond-refused.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/connections';

/** How many of the connection's token requests are shown. */
const shownCalls = 10;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  {
    title: `${loaded?.connection.name ?? 'Not found'} · Connections · Organization Settings · Wicked Integrations`,
  },
];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requirePermission(app, request, 'manage-connections');
  const { membership } = session;
  const { organizationId } = membership;
  const found = await readConnectionById(app, organizationId, params.connectionId ?? '');
  if (found.kind !== 'connection')
    throw await respondNotFound(app, session, 'connections', params.connectionId);
  const { connection } = found;
  const isDeleting = new URL(request.url).searchParams.has('delete');
  const calls = await listConnectionCalls(app.db, connection.id, shownCalls);
  return {
    calls,
    redirectUri: readRedirectUri(app),
    connection: { ...connection, values: toValues(connection) },
    isDeleting,
    waiting: isDeleting
      ? describeWaiting(await countWaitingRuns(app.db, { organizationId, connectionId: connection.id }))
      : '',
  };
}

function toValues({ name, baseUrl, allowedHosts, pace, config }: ConnectionResponse): Typed {
  const ofConfig = Object.entries(config).map(([field, value]) => [`config.${field}`, value] as const);
  const ofPace = Object.entries(pace ?? {}).map(
    ([field, value]) => [`pace.${field}`, String(value)] as const,
  );
  const entries = Object.fromEntries([...ofConfig, ...ofPace]);
  return { name, baseUrl, allowedHosts: allowedHosts.join(', '), ...entries };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const id = params.connectionId ?? '';
  const form = await request.formData();
  const typed = readTyped(form);
  if (typed.intent === 'delete') {
    const outcome = await deleteConnection(app, actor, id);
    if (outcome.kind === 'deleted') {
      return redirectWithToast(app, list, describeDeletion(outcome.revocation));
    }
    const description = describeProblem(outcome).body.message;
    return redirectWithToast(app, list, { tone: 'destructive', title: 'Error', description });
  }
  if (typed.intent === 'connect') {
    const outcome = await beginAuthorization(app, actor, id, await nameCredential(app, request));
    if (outcome.kind === 'begun') return data({ connect: { address: outcome.address, failure: undefined } });
    const { body: refused, ...how } = describeProblem(outcome);
    return data({ connect: { address: undefined, failure: refused.message } }, how);
  }
  if (typed.intent === 'test') {
    const outcome = await testOnce(app, { actor, subjectId: id, form }, () =>
      testConnection(app, actor, id, typed.url ?? ''),
    );
    if (outcome.kind === 'tested')
      return data({ tested: { url: typed.url, errors: [], test: outcome.test } });
    const { body: refused, ...how } = describeProblem(outcome);
    const tested = { url: typed.url, errors: outcome.fields?.url ?? [refused.message], test: null };
    return data({ tested }, how);
  }
  const version = Number(typed.version);
  const outcome = await changeConnection(app, actor, id, { ...toInput(typed), version });
  if (outcome.kind === 'connection') {
    return redirectWithToast(app, `${list}/${id}`, {
      tone: 'success',
      title: 'Connection saved',
      description: 'It applies from the next call on.',
    });
  }
  const present = outcome.kind === 'conflict' && (await readConnectionById(app, actor.organizationId, id));
  return present && present.kind === 'connection'
    ? respondSavedSince('connection', typed, present.connection.version)
    : respondRefused(outcome, typed);
}

function describeLoss({ name, kind, config, status }: ConnectionResponse): string {
  if (kind === 'none') return `The connection ${name} will be deleted.`;
  const loss = `The credentials of ${name} will be deleted.`;
  const { revocationUrl } = config;
  if (!revocationUrl || status === 'needs_authorization') return loss;
  const { host } = new URL(revocationUrl);
  return `${loss} ${host} is asked to revoke its token, which can end the access of other programs with the same client. To keep the token valid, empty the Revocation URL first.`;
}

export default function ConnectionPage() {
  const { connection, calls, redirectUri, isDeleting, waiting } = useLoaderData<typeof loader>();
  const answer = useActionResponse<typeof action>();
  const response = answer && 'errors' in answer ? answer : undefined;
  const connecting = answer && 'connect' in answer ? answer.connect : undefined;
  const { id, name, kind, certificate, status, statusReason, refusal, version, values, usedBy } = connection;
  const address = `${list}/${id}`;
  const shown = describeStatus(connection);
  const isConnected = status !== 'needs_authorization';
  // What there is to do next stands above the long form.
  const connect = kind === 'oauth2_authorization_code' && (
    <ConnectCard
      action={address}
      redirectUri={redirectUri}
      address={connecting?.address}
      failure={connecting?.failure}
      isConnected={isConnected}
    />
  );
  return (
    <>
      {isDeleting && (
        <DeleteDialog
          title="Delete connection"
          name={name}
          usedBy={usedBy}
          remedy="Choose another connection there first."
          loss={[describeLoss(connection), waiting].filter(Boolean).join(' ')}
          action={address}
        />
      )}
      {statusReason && (
        <Banner tone={statusTones[status]} title={statusNames[status]}>
          {statusReason}
          {refusal && <RefusalPlace {...refusal} />}
        </Banner>
      )}
      {!isConnected && connect}
      <Card
        title={name}
        text={<KindText kind={kind} certificate={certificate} />}
        actions={
          <>
            <Badge tone={shown.tone}>{shown.name}</Badge>
            <LinkButton to="?delete" size="sm" preventScrollReset>
              Delete
            </LinkButton>
          </>
        }
      >
        <ConnectionForm
          // The key resets the fields to the stored values after a save.
          key={version}
          action={address}
          kind={kind}
          values={response?.typed ?? values}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
          version={Number(response?.typed.version ?? version)}
        />
      </Card>
      {isConnected && connect}
      <TestCard action={address} tested={answer && 'tested' in answer ? answer.tested : undefined} />
      <TodayCard {...connection.today} />
      {calls.length > 0 && <TokenRequestList calls={calls} />}
      <UseList usedBy={usedBy} />
    </>
  );
}
