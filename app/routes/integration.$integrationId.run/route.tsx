import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { refuseWithout } from '~/auth/guards';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { requireIntegration } from '~/auth/not-found';
import { Play } from '~/components/icons/icons';
import { FormKey } from '~/components/network/form-key';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { LinkButton } from '~/components/ui/link';
import { findRunForm } from '~/services/runs/control';
import { readActionContext } from '../integration.$integrationId/action-context';
import { describeRejection } from '../integration.$integrationId/problem-message';
import { RunFields } from '../integration.$integrationId/run/run-fields';
import { encodingOf } from '../integration.$integrationId/run/run-form';
import { readSentRun } from '../integration.$integrationId/run/sent-run';
import { fillDefaults, showStarted, startTyped } from '../integration.$integrationId/run/start-run';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors({ title: 'Nothing was started', text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Run ${loaded?.name ?? 'Not found'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { user, membership, organizationName, id, row } = await requireIntegration(args);
  await refuseWithout(app, membership, 'run-integrations', `/integration/${id}`);
  const form = await findRunForm(app, membership, { integrationId: id });
  return {
    user,
    organizationName,
    id,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    link: `${app.config.appUrl}/integration/${id}/run`,
    form: fillDefaults(app, form.kind === 'form' ? form.fields : []),
    refusal: form.kind === 'form' ? null : describeRejection(form).message,
  };
}

export async function action(args: ActionFunctionArgs) {
  const subject = await readActionContext(args, 'run-integrations');
  const outcome = await startTyped(subject, await readSentRun(args.request), { isTest: false });
  if (outcome.kind === 'queued') return showStarted(subject, outcome.executionId);
  return data(outcome, { status: outcome.status });
}

/** The page on which people start an integration with the values of its form. Its address can be sent to colleagues. */
export default function RunScreen() {
  const { user, organizationName, id, name, description, isActive, link, form, refusal } =
    useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  const element = useWrongFocus(outcome);
  const isStarting = useNavigation().formMethod === 'POST';
  const message = outcome?.message ?? refusal;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title={`Run ${name}`}
        subtitle={description}
        badges={!isActive && <Badge>Draft</Badge>}
        back={{ to: `/integration/${id}`, label: 'Back to Integration' }}
        actions={<LinkButton to={`/integration/${id}/logs`}>View All Logs</LinkButton>}
      />
      <div className="flex max-w-2xl flex-col gap-6">
        {message && (
          <Banner tone="bad" title="Not started" live={Boolean(outcome)}>
            {message}
          </Banner>
        )}
        <Card>
          <Form
            ref={element}
            method="post"
            encType={encodingOf(form)}
            noValidate
            {...keepsTyping}
            className="flex flex-col gap-field"
          >
            <FormKey />
            <RunFields
              form={{ ...form, typed: outcome?.typed ?? form.typed }}
              errors={outcome?.errors}
              hint="JSON, as the trigger would deliver it, or leave it empty."
            />
            <div className="flex justify-end">
              <Button
                type="submit"
                variant="primary"
                icon={Play}
                disabled={refusal !== null}
                pending={isStarting}
                pendingText="Starting..."
              >
                Run now
              </Button>
            </div>
          </Form>
        </Card>
        <CodeBlock label="Link to this form" note="For members of this organization" code={link} wrap />
      </div>
    </SignedInShell>
  );
}
