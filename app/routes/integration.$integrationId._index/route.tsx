import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  redirect as lead,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { useCallback, useRef, useState } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import { Banner } from '~/components/ui/banner';
import { withoutNetworkError } from '~/components/network/network-error';
import { can } from '~/auth/role-permissions';
import { listConnectionNames } from '~/db/connections/connections';
import { listValueNames } from '~/db/values/values';
import { webhookUrlOf } from '~/services/integrations/integration-response';
import { listOpenedHosts } from '~/services/integrations/warnings';
import { listFormFields } from '~/engine/triggers/form';
import { generateWebhookSecret } from '~/services/integrations/generated-secret';
import { findLastRun } from '~/services/executions/last-run';
import { OlderValues } from './editor/older-values';
import { findChainTest, findNewestTestId } from '~/services/test-runs/chain-test';
import { findTestData } from '~/services/test-runs/input-data';
import { findSample } from '~/services/webhooks/samples';
import { readSentRun, type SentRun } from '../integration.$integrationId/run/sent-run';
import { fillForm } from '../integration.$integrationId/run/start-run';
import {
  type ActionContext,
  isForPage,
  readActionContext,
} from '../integration.$integrationId/action-context';
import { deployUrl } from '../integration.$integrationId/deploy-url';
import { submitDetails } from '../integration.$integrationId/details-action';
import { clientAction as submitForm } from '../integration.$integrationId/form-submission';
import { IntegrationFrame } from '../integration.$integrationId/integration-frame';
import { loadIntegration } from '../integration.$integrationId/load-integration.server';
import { submitTest, type TestKind } from './chain/test-call/test-action';
import { ChainTestProvider } from './chain/test-run/chain-test';
import { submitTestData } from './chain/test-run/run-action';
import { TestDataDialog } from './chain/test-run/test-data-dialog';
import { Editor } from './editor/editor';
import {
  acceptTheirs,
  submitEditor,
  submitEndFormer,
  submitListSources,
  submitReveal,
} from './editor/editor-action';
import { isOwnForm } from './editor/is-own-form.server';
import { nameForm } from './editor/name-form';
import { requireTexts } from './editor/require-texts';
import { type StoredSave, useResetOnSave } from './editor/use-reset-on-save';
import type { EditorForm } from './form/editor-form';
import { createKeptCalls, type SavedId } from './form/kept-calls';
import { readForm } from './form/read-form';
import type { CurrentForm } from './form/variable-scope';
import { useResponsePaths } from './editor/use-response-paths';
import { toFormValues } from './form/values/to-form-values';
import { findEventSources } from './trigger/event/event-sources.server';
import { submitDeliveryCheck } from './trigger/delivery-check-action';
import { type SampleCommand, submitSample } from './trigger/sample-action';
import { describeSchedule } from '../integration.$integrationId/schedule-preview.server';
import { listHandshakeOptions, listSenderChoices } from './trigger/sender-choices.server';
import { describeSecretStatus } from './trigger/secret-status.server';
import { discardDraft, draftKey } from './unsaved/discard-draft';
import { findKeptValues, leadBackToForm } from './unsaved/kept-form.server';
import { findEdits } from './unsaved/rebase-edits';

export { shouldRevalidate } from '../integration.$integrationId/form-submission';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.frame.integration.name ?? 'Integration'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  redirectSecondStep(args, 302);
  const { app } = args.context;
  const { row, membership, integration, query, frame } = await loadIntegration(args);
  const { id, version, triggerConfig } = integration;
  const { organizationId } = row;
  const owner = { integrationId: id, organizationId };
  const testId = query.get('test');
  const kept = query.get('kept');
  const sample = await findSample(app, { organizationId }, id);
  const values = toFormValues(integration);
  const keptValues =
    kept === null
      ? undefined
      : await findKeptValues(app, { userId: frame.user.id, page: `/integration/${id}` }, kept);
  return {
    frame,
    integration: { id, version, webhookUrl: webhookUrlOf(app, id), isActive: integration.isActive },
    values,
    kept: keptValues,
    schedule: describeSchedule(values.triggerConfig, app.now()),
    eventSources: await findEventSources(app, owner, (keptValues ?? values) as CurrentForm),
    // One text, which a browser reads only for the parts that name senders: as a thousand values it would delay every visit.
    senders: JSON.stringify(listSenderChoices()),
    handshakes: listHandshakeOptions(),
    openedHosts: listOpenedHosts(app.config, integration),
    secrets: { freshSecret: generateWebhookSecret(), ...describeSecretStatus(triggerConfig) },
    sample: sample.kind === 'sample' ? sample.state : undefined,
    connections: await listConnectionNames(app.db, organizationId),
    managesConnections: can(membership, 'manage-connections'),
    organizationValues: (await listValueNames(app.db, organizationId)).map(({ name, isSecret }) => ({
      name,
      isSecret,
    })),
    // The log of a test may be large, so the loader reads it only when the address names the test.
    chainTest: testId === null ? undefined : await findChainTest(app, owner, testId),
    newestTest: await findNewestTestId(app, owner),
    // The loader reads example data only for the dialog that starts a test.
    testData:
      query.get('dialog') === 'test-data'
        ? fillForm(
            app,
            listFormFields(triggerConfig),
            (await findTestData(app, row, triggerConfig)).example ?? '',
          )
        : undefined,
    lastRun: await findLastRun(app, owner, triggerConfig, {
      computed: integration.runSettings?.computed,
      sample: sample.kind === 'sample' ? sample.state.sample : null,
      executionId: query.get('execution'),
    }),
  };
}

export async function action(args: ActionFunctionArgs) {
  redirectSecondStep(args, 307);
  const subject = await readActionContext(args).catch(async (thrown: unknown) => {
    throw await leadBackToForm(args, thrown);
  });
  const sent = await readSentRun(args.request);
  // Throws a redirect, with the reason.
  if (!subject.mayEdit && !(await isOwnForm(subject, sent.formData))) {
    await readActionContext(args, 'edit-integrations');
  }
  requireTexts(sent.formData);
  const response = await submit(subject, sent);
  // With script the browser has the list already, or loads it.
  if (response instanceof Response || !isForPage(args.request)) return response;
  const { app, id, actor } = subject;
  const owner = { integrationId: id, organizationId: actor.organizationId };
  const eventSources = await findEventSources(app, owner, readForm(sent.formData) as CurrentForm);
  return { ...response, data: { ...response.data, eventSources } };
}

async function submit(subject: ActionContext, sent: SentRun) {
  const { formData } = sent;
  const intent = String(formData.get('intent') ?? '');
  const [, kind, tested] = /^(test|pages|items):(\d+)$/.exec(intent) ?? [];
  if (tested !== undefined) {
    return submitTest(subject, formData, { callIndex: Number(tested), kind: kind as TestKind });
  }
  const asked = /^sample:(listen|stop|refresh|paste)$/.exec(intent)?.[1];
  if (asked !== undefined) return submitSample(subject, formData, asked as SampleCommand);
  switch (intent) {
    case 'delivery:check':
      return submitDeliveryCheck(subject, formData);
    case 'details':
      return submitDetails(subject, formData, `/integration/${subject.id}`);
    case 'reveal':
      return submitReveal(subject, formData);
    case 'event-sources':
      return submitListSources(formData);
    case 'end-former':
      return submitEndFormer(subject, formData);
    case 'theirs':
      return acceptTheirs(subject);
    case 'run-test':
      return [...formData.keys()].some((name) => name.startsWith('triggerData'))
        ? submitTestData(subject, sent)
        : submitEditor(subject, formData);
    default:
      return submitEditor(subject, formData);
  }
}

/** Submits the form. If the user typed while 'Next' was saving, the page stays, so that no edit is left behind. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const sent = await args.request.clone().formData();
  const id = args.params.integrationId ?? '';
  try {
    return await submitForm(args);
  } catch (thrown) {
    const isLeaving = thrown instanceof Response && thrown.headers.get('Location') === deployUrl(id);
    if (!isLeaving || !findEdits(nameForm(id, sent.get('version')), sent)) throw thrown;
    throw lead(`/integration/${id}`);
  }
}

/**
 * Redirects `?step=2`, the address of the second step in earlier releases, to the deploy page. Bookmarked links still
 * work, and so do forms of pages that were open during an upgrade: a 307 makes the browser send the form again.
 */
function redirectSecondStep({ request, params }: LoaderFunctionArgs, status: 302 | 307): void {
  const { searchParams } = new URL(request.url);
  if (searchParams.get('step') !== '2') return;
  searchParams.delete('step');
  const to = deployUrl(params.integrationId ?? '');
  throw redirect(searchParams.size > 0 ? `${to}?${searchParams}` : to, status);
}

const LazyTestDataDialog = lazyPart(import.meta.env.SSR && TestDataDialog, () =>
  import('./chain/test-run/test-data-dialog').then((loaded) => loaded.TestDataDialog),
);

/** Lists the calls that a save stored; none when it leads to another page, or took the version of another user. */
function listSavedIds(save: StoredSave<EditorForm> | undefined): SavedId[] {
  if (!save || save.sent.get('intent') === 'theirs') return [];
  return save.values.apiCalls.map(({ id }, index) => [String(save.sent.get(`apiCalls[${index}].id`)), id]);
}

/** The first step of the builder: trigger and calls. */
export default function ChainPage() {
  const {
    frame,
    senders: _read,
    handshakes: _offered,
    openedHosts: _opened,
    chainTest,
    newestTest,
    testData,
    kept,
    ...loaded
  } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  const outcome = withoutNetworkError(response);
  const { id } = loaded.integration;
  const draftName = draftKey(frame.user.id, id);
  const { responsePaths, follow } = useResponsePaths({
    lastRun: loaded.lastRun,
    tested: outcome?.kind === 'tested' ? outcome.tested : undefined,
    newestTest,
  });
  const [keptCalls] = useState(createKeptCalls);
  const ownsDraftRef = useRef(false);
  const onSaved = useCallback(
    (save?: StoredSave<EditorForm>) => {
      if (ownsDraftRef.current) discardDraft(draftName);
      const saved = listSavedIds(save);
      keptCalls.follow(saved);
      follow(saved);
    },
    [draftName, keptCalls, follow],
  );
  const onLeft = useCallback(
    (edited: object, version: number) => {
      import('./unsaved/draft-autosave').then(
        (drafts) => drafts.keepDraft(draftName, edited, version),
        () => undefined,
      );
    },
    [draftName],
  );
  const saved = useResetOnSave({
    integrationId: id,
    values: loaded.values,
    isRefused: response !== undefined,
    nextUrl: deployUrl(id),
    onSaved,
    onLeft,
  });
  return (
    <IntegrationFrame
      frame={frame}
      step="chain"
      notRenamed={outcome?.kind === 'not-renamed' ? outcome : undefined}
    >
      <div className="mb-6 flex flex-col gap-4 empty:hidden">
        {kept && response === undefined && saved.count === 0 && (
          <Banner title="Welcome back">
            What you typed is in the form again, and not saved yet. Secrets are not kept: please type them
            again.
          </Banner>
        )}
        {loaded.lastRun.older && <OlderValues integrationId={id} {...loaded.lastRun.older} />}
      </div>
      {testData !== undefined && (
        <LazyTestDataDialog
          pageUrl={`/integration/${id}`}
          form={testData}
          outcome={outcome?.kind === 'not-run' ? outcome : undefined}
        />
      )}
      <ChainTestProvider key={id} integrationId={id} loaded={chainTest} newest={newestTest}>
        <Editor
          key={`${id} ${saved.count}`}
          {...loaded}
          responsePaths={responsePaths}
          keptCalls={keptCalls}
          draftName={draftName}
          ownsDraftRef={ownsDraftRef}
          valuesName={`test-values:${frame.user.id}:${id}`}
          edited={saved.count === 0 ? kept : saved.edited}
          outcome={outcome && 'result' in outcome && outcome.kind !== 'not-renamed' ? outcome : undefined}
        />
      </ChainTestProvider>
    </IntegrationFrame>
  );
}
