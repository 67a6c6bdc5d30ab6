import { FormProvider, getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import {
  type ComponentProps,
  lazy,
  type MutableRefObject,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { FormKey } from '~/components/network/form-key';
import { lazyPart } from '~/components/network/lazy-part';
import { useHydrated } from '~/components/ui/use-hydrated';
import { formKeyField } from '~/failures';
import type { LastRun } from '~/services/executions/last-run';
import type { SampleState } from '~/services/webhooks/samples';
import { useToasts } from '~/components/ui/toast';
import { useMay } from '~/components/user/permitted';
import {
  type CallNotice,
  type ChainNotice,
  type DeliveryCheckFeedback,
  type EditorFeedback,
  EditorFeedbackProvider,
  type InUse,
  type SampleFeedback,
} from '../form/editor-feedback';
import type { EditorForm } from '../form/editor-form';
import { discardDraft } from '../unsaved/discard-draft';
import { usePreHydrationInput } from '../unsaved/pre-hydration-input';
import { LazyConflictNotice } from '../unsaved/lazy-conflict-notice';
import { LazyTestVariablesDialog } from '../chain/test-call/lazy-test-variables-dialog';
import type { KeysDialog } from './keys-dialog';
import { useDisabledValues } from './use-disabled-values';
import { nameForm } from './name-form';
import { SaveBar } from './save-bar';
import type { SaveFailure } from './save-failure';
import { listAllVariables, type OfferedValue } from '../form/variable-scope';
import type { SecretFieldProps } from '../trigger/secret-field';
import type { EventSources } from '~/db/integrations/choices';
import type { SchedulePreview } from '../../integration.$integrationId/schedule-preview.server';
import type { TestedCall } from '../form/tested-call';
import { Workbench } from './workbench';
import { addMissingRows } from '../form/read-form';
import { useFollowFocus } from '../chain/edits/use-follow-focus';
import { UnsavedGuard } from '../unsaved/unsaved-guard';

/** Loaded after hydration, since most visits show nothing of it. When its script cannot be loaded, only drafts are missing. */
const DraftKeeper = lazy(() =>
  import('../unsaved/draft-autosave').then(
    (loaded) => ({ default: loaded.DraftAutosave }),
    () => ({ default: () => null }),
  ),
);

const LazyKeysDialog = lazyPart<ComponentProps<typeof KeysDialog>>(false, () =>
  import('./keys-dialog').then((loaded) => loaded.KeysDialog),
);

type EditorOutcome = {
  result: SubmissionResult;
  /** The part that the response is about: the trigger, or a call by its index. */
  part?: number | 'trigger' | undefined;
  /** What an event may wait for, when the sent form has that trigger and its response is a whole page. */
  eventSources?: EventSources | undefined;
} & (
  | {
      kind: 'changed';
      inUse?: InUse | undefined;
      notice?: CallNotice | undefined;
      chainNotice?: ChainNotice | undefined;
      schedule?: SchedulePreview | undefined;
    }
  | { kind: 'tested'; tested: TestedCall }
  | { kind: 'sources-listed' }
  | { kind: 'sampled'; update: SampleFeedback['update'] }
  | { kind: 'delivery-checked'; check: DeliveryCheckFeedback }
  | { kind: 'not-saved'; failure: SaveFailure; schedule?: SchedulePreview | undefined }
  | { kind: 'revealed'; secret: string | null; message: string | null }
);

const notChecked = { title: 'Error', description: 'API call validation failed' };

interface EditorProps {
  integration: { id: string; version: number; webhookUrl: string; isActive: boolean };
  values: EditorForm;
  /** The key under which this browser keeps the draft of unsaved changes. */
  draftName: string;
  /** Whether that draft is of this page: it is not, as long as the user has not decided about one that was found. */
  ownsDraftRef: MutableRefObject<boolean>;
  /** The key under which this browser keeps the values that the user gives for tests of single calls. */
  valuesName: string;
  secrets: Omit<SecretFieldProps, 'field' | 'revealed' | 'scheme'>;
  eventSources: EventSources | undefined;
  /** The next runs of the stored schedule. */
  schedule: SchedulePreview | undefined;
  lastRun: LastRun;
  responsePaths: LastRun['paths'];
  keptCalls: NonNullable<EditorFeedback['keptCalls']>;
  sample: SampleState | undefined;
  /** The organization's values, which placeholders may name. */
  organizationValues: OfferedValue[];
  /** `values` with unsaved edits: those made during the last save, or those kept from before a log-in. */
  edited: object | undefined;
  outcome: EditorOutcome | undefined;
}

/**
 * Renders trigger and chain as one form. The buttons that add, move and remove are submit buttons: Conform handles them
 * in the browser with script and on the server without. The browser checks a field when the user leaves it.
 */
export function Editor({
  integration,
  draftName,
  ownsDraftRef,
  valuesName,
  secrets,
  eventSources,
  schedule,
  lastRun,
  responsePaths,
  keptCalls,
  sample,
  organizationValues,
  edited,
  outcome,
  ...loaded
}: EditorProps) {
  const { id, webhookUrl, isActive } = integration;
  // A later load, after a rename for example, may hold another user's version and must not replace the base of this form.
  const [{ version, values }] = useState({ version: integration.version, values: loaded.values });
  const hydrated = useHydrated();
  const isGivenUp = useRef(false);
  const giveUp = useCallback(() => {
    isGivenUp.current = true;
    if (ownsDraftRef.current) discardDraft(draftName);
  }, [draftName, ownsDraftRef]);
  const action = `/integration/${id}`;
  const failure = outcome?.kind === 'not-saved' ? outcome.failure : undefined;
  const formId = nameForm(id, version);
  const [first] = useState(() => ({ outcome, edited, part: outcome?.part }));
  const lastResult = useMemo((): SubmissionResult | undefined => {
    if (!outcome) return first.edited && ({ initialValue: first.edited } as SubmissionResult);
    const changesForm = outcome.kind === 'changed' && outcome.result.intent?.type !== 'validate';
    if (changesForm || outcome === first.outcome) return outcome.result;
    // The user may have typed meanwhile. Without `initialValue`, Conform keeps the current values of the fields.
    const { initialValue: _sent, ...result } = outcome.result;
    return result;
  }, [outcome, first]);
  const [defaultValue] = useState(() => addMissingRows(values, lastResult?.initialValue));
  const [showsKeys, setShowsKeys] = useState(false);
  const toasts = useToasts();
  // The form stays as it is under the hands of a user whose access is withdrawn: they can still copy what they typed.
  const [mayEdit] = useState(useMay().edit);
  const [form, fields] = useCheckedForm<EditorForm>({
    id: formId,
    defaultValue,
    lastResult,
    shouldDirtyConsider: (name) => name !== formKeyField,
    loadCheck: () => import('../form/values/check-form').then((check) => check.createFormCheck(values)),
    onMissingCheck: () => toasts.add({ tone: 'destructive', ...notChecked, durationMs: 3000 }),
    sendsErrors: true,
    checksAgain: 'on leaving',
  });
  useDisabledValues(formId, !mayEdit);
  usePreHydrationInput(formId);
  useFollowFocus(formId);
  const [isNew] = useState(hydrated && version === 1 && values.apiCalls.length === 0);
  const refusal = outcome?.kind === 'not-saved' ? outcome : undefined;
  const changed = outcome?.kind === 'changed' ? outcome : undefined;
  const { inUse, notice, chainNotice } = changed ?? {};
  const tested = outcome?.kind === 'tested' ? outcome.tested : undefined;
  const update = outcome?.kind === 'sampled' ? outcome.update : undefined;
  // Memoized, because every card that reads this object renders again when it changes.
  const notes = useMemo<EditorFeedback>(
    () => ({
      lastRun,
      responsePaths,
      keptCalls,
      storedNames: listAllVariables(values),
      values: organizationValues,
      refusal,
      inUse,
      notice,
      chainNotice,
      tested,
      openedPart:
        first.outcome?.kind === 'changed' || first.outcome?.kind === 'tested' ? first.part : undefined,
      sample: sample && {
        integrationId: id,
        loaded: sample,
        isWebhookSaved: values.triggerConfig.type === 'webhook',
        update,
      },
    }),
    [
      lastRun,
      responsePaths,
      keptCalls,
      values,
      organizationValues,
      refusal,
      inUse,
      notice,
      chainNotice,
      tested,
      first,
      sample,
      update,
      id,
    ],
  );
  return (
    <FormProvider context={form.context}>
      <UnsavedGuard onLeave={giveUp} />
      <LazyTestVariablesDialog
        tested={tested}
        formId={formId}
        action={action}
        lastRun={lastRun}
        responsePaths={responsePaths}
        valuesName={valuesName}
      />
      {showsKeys && <LazyKeysDialog onClose={() => setShowsKeys(false)} />}
      {hydrated && mayEdit && (
        <Suspense>
          <div className="mb-6 empty:hidden">
            <DraftKeeper
              name={draftName}
              version={version}
              values={values}
              ownsDraftRef={ownsDraftRef}
              isGivenUp={isGivenUp}
            />
          </div>
        </Suspense>
      )}
      <Form
        method="post"
        action={action}
        preventScrollReset
        {...getFormProps(form)}
        className="flex flex-col gap-6 [&_:is(input,select,textarea,button,summary)]:scroll-mt-12"
      >
        {/* Enter in a field presses the form's first button, so that button must save and not remove something. Disabled, it makes
          Enter do nothing. */}
        <button type="submit" disabled={!mayEdit} className="sr-only" tabIndex={-1} aria-hidden>
          Save
        </button>
        {failure?.conflict && (
          <LazyConflictNotice
            key={failure.conflict.version}
            message={failure.message}
            conflict={failure.conflict}
          />
        )}
        <input type="hidden" name={fields.version.name} defaultValue={fields.version.initialValue} />
        <FormKey />
        <EditorFeedbackProvider value={notes}>
          <Workbench
            integrationId={id}
            calls={fields.apiCalls}
            firstConditional={fields.firstConditional}
            first={first.part}
            trigger={fields.triggerConfig}
            isNew={isNew}
            isReadOnly={!mayEdit}
            webhookUrl={webhookUrl}
            isActive={isActive}
            eventSources={outcome?.eventSources ?? eventSources}
            schedule={outcome && 'schedule' in outcome ? outcome.schedule : schedule}
            secrets={{ ...secrets, revealed: outcome?.kind === 'revealed' ? outcome : undefined }}
          >
            <SaveBar action={action} failure={failure} onShowKeys={() => setShowsKeys(true)} />
          </Workbench>
        </EditorFeedbackProvider>
      </Form>
    </FormProvider>
  );
}
