import type { FieldMetadata } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useYieldPoint } from '~/components/network/yield-point';
import { joinClassNames } from '~/components/ui/class-names';
import { ReadOnly } from '~/components/ui/read-only';
import { useHydrated } from '~/components/ui/use-hydrated';
import { CallChain } from '../chain/call-chain';
import { ChosenCallProvider, useChosenCall } from '../chain/chosen/chosen-call';
import { useChainKeys } from '../chain/chosen/use-chain-keys';
import { ChainAnnouncer } from '../chain/edits/chain-announcer';
import { UndoProvider } from '../chain/edits/undo-deletion';
import { NodesProvider } from '../chain/nodes/nodes';
import { Outline } from '../chain/nodes/outline';
import { CallNamesProvider } from '../form/fields/call-names';
import { useEditorFeedback } from '../form/editor-feedback';
import type { EditorForm } from '../form/editor-form';
import { useRowKeys } from './use-row-keys';
import { conflictId } from '../unsaved/conflict-id';
import { usePreloadParts } from './use-preload-parts';
import { isSave } from '../unsaved/is-save';
import { TriggerSection } from '../trigger/trigger-section';

interface WorkbenchProps extends Omit<
  ComponentProps<typeof TriggerSection>,
  'isFolded' | 'onPress' | 'onDrawn'
> {
  integrationId: string;
  calls: FieldMetadata<EditorForm['apiCalls'], EditorForm>;
  firstConditional: FieldMetadata<EditorForm['firstConditional'], EditorForm>;
  /** The part that the server's response is about: the trigger, or a call by its index. */
  first: number | 'trigger' | undefined;
  isReadOnly: boolean;
  /** The content below the trigger and the chain. */
  children: ReactNode;
}

/** Renders the outline of the chain at the left, and beside it the trigger and the one call that is open. */
export function Workbench({
  integrationId,
  calls,
  firstConditional,
  first,
  trigger,
  isReadOnly,
  children,
  ...rest
}: WorkbenchProps) {
  useYieldPoint();
  const list = calls.getFieldList();
  const ids = list.map((call, index) => call.getFieldset().id.initialValue || `#${index}`);
  const { refusal } = useEditorFeedback();
  const wrongCall = list.findIndex((call) => !call.valid);
  const wrong = trigger.valid ? undefined : ('trigger' as const);
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  const { chosen, shownWrong } = useChosenCall({
    integrationId,
    ids,
    first,
    refusal,
    wrong: wrong ?? (wrongCall < 0 ? undefined : wrongCall),
    isSaving: formData !== undefined && isSave(formData),
  });
  useChainKeys(chosen, list.length);
  useRowKeys();
  usePreloadParts();
  useEffect(() => {
    // Conform focuses the first wrong field, but a field of a hidden call could not take the focus then.
    if (shownWrong > 0) focusWrong(trigger.formId);
  }, [shownWrong, trigger.formId]);
  const focusLate = () => {
    // By now, the user may be typing elsewhere.
    if (shownWrong > 0 && !document.activeElement?.matches('input, select, textarea'))
      focusWrong(trigger.formId);
  };
  const isEmpty = list.length === 0;
  return (
    <ChosenCallProvider value={chosen}>
      <ChainAnnouncer>
        <UndoProvider formId={trigger.formId}>
          <CallNamesProvider>
            <NodesProvider>
              <div
                data-live={hydrated || undefined}
                className={joinClassNames('grid gap-6', !isEmpty && 'editor-columns')}
              >
                <Outline calls={calls.name} trigger={trigger.name} />
                <ReadOnly value={isReadOnly}>
                  <div className="@container flex min-w-0 flex-col gap-6">
                    <div
                      className={joinClassNames(
                        'min-w-0',
                        !isEmpty && chosen.screen !== 'trigger' && 'folded:max-lg:hidden',
                      )}
                    >
                      <TriggerSection
                        {...rest}
                        trigger={trigger}
                        // A save renders the form anew; what was open stays open.
                        isFolded={!isEmpty && chosen.screen !== 'trigger'}
                        onDrawn={focusLate}
                        onPress={(opens) => chosen.show(opens ? 'trigger' : 'outline')}
                      />
                    </div>
                    <CallChain calls={calls} firstConditional={firstConditional} />
                  </div>
                </ReadOnly>
              </div>
              {children}
            </NodesProvider>
          </CallNamesProvider>
        </UndoProvider>
      </ChainAnnouncer>
    </ChosenCallProvider>
  );
}

function focusWrong(formId: string): void {
  // A conflict comes first: its notice takes the focus.
  if (document.getElementById(conflictId)) return;
  const fields =
    document.getElementById(formId)?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
  const field = [...fields].find((each) => each.getClientRects().length > 0);
  if (!field || document.activeElement?.matches('[aria-invalid="true"]')) return;
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
