import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { refuseWithout } from '~/auth/guards';
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
import { useMay } from '~/components/user/permitted';
import { fieldsDigestName } from '~/engine/triggers/form-control';
import { digestFields } from '~/services/public-forms/form-digest';
import { readPublicForm } from '~/services/public-forms/settings';
import { findRunForm } from '~/services/runs/control';
import { readActionContext } from '../integration.$integrationId/action-context';
import { describeRejection } from '../integration.$integrationId/problem-message';
import { RunFields } from '../integration.$integrationId/run/run-fields';
import { encodingOf } from '../integration.$integrationId/run/run-form';
import { readSentRun } from '../integration.$integrationId/run/sent-run';
import { fillDefaults, showStarted, startTyped } from '../integration.$integrationId/run/start-run';
import { isPublicFormIntent, submitPublicForm } from './public-form-action';
import { PublicFormAddress, PublicFormCard } from './public-form-card';

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
  const fields = form.kind === 'form' ? form.fields : [];
  const publicForm = await readPublicForm(app, membership, id);
  return {
    user,
    organizationName,
    id,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    link: `${app.config.appUrl}/integration/${id}/run`,
    form: fillDefaults(app, fields),
    digest: digestFields(fields),
    publicForm: publicForm.kind === 'form' ? publicForm.form : null,
    isTaking: row.isActive && row.pausedAt === null,
    refusal: form.kind === 'form' ? null : describeRejection(form).message,
  };
}

export async function action(args: ActionFunctionArgs) {
  const subject = await readActionContext(args, 'run-integrations');
  const sent = await readSentRun(args.request);
  const intent = sent.formData.get('intent');
  if (isPublicFormIntent(intent)) return submitPublicForm(subject, intent, sent.formData);
  const outcome = await startTyped(subject, sent, { isTest: false });
  if (outcome.kind === 'queued') return showStarted(subject, outcome.executionId);
  const { changed, ...refused } = outcome;
  const now = changed && { form: fillDefaults(subject.app, changed), digest: digestFields(changed) };
  return data({ ...refused, now }, { status: outcome.status });
}

/** The page on which people start an integration with the values of its form. Its address can be sent to colleagues. */
export default function RunScreen() {
  const { user, organizationName, id, name, description, isActive, link, refusal, ...loaded } =
    useLoaderData<typeof loader>();
  const response = useActionResponse<typeof action>();
  const outcome = response?.kind === 'not-started' ? response : undefined;
  // With script, a refused form is shown by the page that was loaded before.
  const { form, digest } = outcome?.now ?? loaded;
  const element = useWrongFocus(outcome);
  const { formMethod, formData } = useNavigation();
  const isStarting = formMethod === 'POST' && !formData?.has('intent');
  const hasFields = form.fields.length > 0;
  const { publicForm } = loaded;
  const mayEdit = useMay().edit;
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
            <input type="hidden" name={fieldsDigestName} value={digest} />
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
        {!mayEdit && publicForm?.url && <PublicFormAddress url={publicForm.url} />}
        {mayEdit && publicForm && (hasFields || publicForm.isOn) && (
          <PublicFormCard
            key={`${publicForm.url}`}
            form={publicForm}
            isTaking={loaded.isTaking && hasFields && refusal === null}
            outcome={response?.kind === 'not-saved' ? response : undefined}
          />
        )}
      </div>
    </SignedInShell>
  );
}
