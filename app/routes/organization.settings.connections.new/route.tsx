import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { requireActor, requirePermission } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { kindNames } from '~/engine/connections/kinds';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { readRedirectUri } from '~/services/connections/authorization';
import type { ConnectionResponse } from '~/services/connections/connection-response';
import { createConnection } from '~/services/connections/connections';
import { idOfForm } from '~/services/form-key';
import { discoverProvider } from '~/services/test-runs/provider-discovery';
import { readTyped, toFieldErrors } from '~/components/typed-form/typed-form';
import { configFields } from '../organization.settings.connections/config-fields';
import { ConnectionForm } from '../organization.settings.connections/connection-form';
import { toInput } from '../organization.settings.connections/read-form';
import { RedirectUrl } from '../organization.settings.connections/redirect-url';
import { Ask } from './ask';
import { Choose } from './choose';
import { DiscoverCard } from './discover-card';
import { RegistrationGuide } from './registration-guide';
import { readKind, readStart, type Start } from './start';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors(failures.organization);

const list = '/organization/settings/connections';

/** Each step has its own title, which a screen reader announces after a navigation by script. */
export const meta: MetaFunction<typeof loader> = ({ data: start }) => [
  { title: `${describeStep(start)} · Organization Settings · Wicked Integrations` },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await requirePermission(app, request, 'manage-connections');
  return { ...readStart(request.url), redirectUri: readRedirectUri(app) };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const form = await request.formData();
  const typed = readTyped(form);
  if (typed.intent === 'discover') {
    const issuer = typed.issuer ?? '';
    const outcome = await discoverProvider(app, actor, issuer);
    if (outcome.kind === 'discovered') {
      const { provider } = outcome;
      const values = Object.entries(provider).map(([field, value]) => [`config.${field}`, value] as const);
      return data({
        typed: Object.fromEntries(values),
        errors: {},
        failure: null,
        asked: { issuer: provider.issuer, errors: [] },
      });
    }
    const { body, ...init } = describeProblem(outcome);
    const errors = outcome.fields?.issuer ?? [body.message];
    return data({ typed: null, errors: {}, failure: null, asked: { issuer, errors } }, init);
  }
  const input = { ...toInput(typed), kind: readKind(request.url) };
  const outcome = await createConnection(app, actor, input, idOfForm(app, actor, form));
  if (outcome.kind === 'connection') {
    return redirectWithToast(app, `${list}/${outcome.connection.id}`, {
      tone: 'success',
      title: 'Connection created',
      description: describeNext(outcome.connection),
    });
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = toFieldErrors(outcome.fields);
  return data({ typed, errors, failure: outcome.fields ? null : body.message, asked: undefined }, init);
}

/** Asks step by step. Each step has its own address, so that choosing another kind needs no script. */
export default function NewConnectionPage() {
  const start = useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  // How often the form was filled in from an issuer. A refused save leaves that, so that the form is not made anew.
  const [filled, setFilled] = useState<{ count: number; by: unknown }>({ count: 0, by: undefined });
  if (start.step === 'choose') return <Choose providers={start.providers} />;
  if (start.step === 'ask') return <Ask key={start.id} {...start} />;
  const { kind, provider, values } = start;
  // A rejected form is shown as it was: with the fields that the provider filled in closed.
  const path = `${list}/new?kind=${kind}${provider ? `&${provider.query}` : ''}`;
  const asked = response?.asked;
  if (asked?.errors.length === 0 && asked !== filled.by) setFilled({ count: filled.count + 1, by: asked });
  const redirectUri = kind === 'oauth2_authorization_code' ? start.redirectUri : undefined;
  const isObtaining = configFields[kind].some(({ name }) => name === 'tokenUrl');
  return (
    <>
      {isObtaining && provider === null && <DiscoverCard action={path} asked={asked} />}
      <Card
        title={describeStep(start)}
        text={provider === null ? undefined : kindNames[kind]}
        actions={
          <LinkButton to={`${list}/new`} size="sm">
            Another kind
          </LinkButton>
        }
      >
        <div className="mb-5 flex flex-col gap-3 empty:hidden">
          {provider?.registration ? (
            <RegistrationGuide registration={provider.registration} redirectUri={redirectUri} />
          ) : (
            redirectUri && <RedirectUrl url={redirectUri} />
          )}
        </div>
        <ConnectionForm
          // A new key replaces the fields' values by what the provider published.
          key={`${kind} ${filled.count}`}
          action={path}
          kind={kind}
          provider={provider ?? undefined}
          values={response?.typed ?? values}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
        />
      </Card>
    </>
  );
}

function describeNext({ status }: ConnectionResponse): string {
  return status === 'needs_authorization'
    ? 'Now connect it with the provider.'
    : 'Choose it in the authentication of calls.';
}

/** Describes the step: `New connection: Bearer token` */
function describeStep(start: Start | undefined): string {
  if (!start || start.step === 'choose') return 'New connection';
  return `New connection: ${start.step === 'ask' ? start.name : (start.provider?.name ?? kindNames[start.kind])}`;
}
