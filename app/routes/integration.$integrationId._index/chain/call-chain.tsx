import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ArrowLeft, FileInput, Plus, Send } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { EmptyState } from '~/components/ui/empty-state';
import { FieldErrors } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';
import { CallCard } from './call/call-card';
import { useChosen } from './chosen/chosen-call';
import { pressedBy } from './chosen/use-chain-keys';
import { usePreloadPressScripts } from './edits/press-scripts';
import { ChainGap, GapNotice } from './steps/chain-gap';
import { ChainGuide } from './outline/chain-guide';
import type { CallForm, EditorForm } from '../form/editor-form';
import { nameNewCall, newCall } from '../form/new-call';
import type { ConditionalForm } from '../form/step-schema';

interface CallChainProps {
  calls: FieldMetadata<CallForm[], EditorForm>;
  firstConditional: FieldMetadata<ConditionalForm[], EditorForm>;
}

/** Renders all calls, of which one is open. */
export function CallChain({ calls, firstConditional }: CallChainProps) {
  const { screen } = useChosen();
  const isEmpty = calls.getFieldList().length === 0;
  usePreloadPressScripts();
  return (
    <section
      aria-labelledby="chain-title"
      className={joinClassNames(
        'min-w-0',
        !isEmpty && screen === 'trigger' && 'folded:hidden',
        !isEmpty && screen === 'outline' && 'folded:max-lg:hidden',
      )}
    >
      {!isEmpty && <BackToOutline />}
      <ChainTitle />
      <FieldErrors field={calls} />
      <GapNotice />
      {isEmpty ? (
        <EmptyChain calls={calls} firstConditional={firstConditional} />
      ) : (
        <Calls calls={calls} firstConditional={firstConditional} />
      )}
      <ChainGuide />
    </section>
  );
}

/** The button back to the outline: in a narrow window, outline and call are separate screens. */
function BackToOutline() {
  const { show } = useChosen();
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={ArrowLeft}
      onClick={() => show('outline')}
      className="mb-3 hidden! scripted:max-lg:inline-flex!"
    >
      All calls
    </Button>
  );
}

function ChainTitle() {
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="chain-title" className="text-base font-medium">
        API Call Chain
      </h2>
      <p className="text-[0.8125rem] text-ink-muted">
        Calls run from top to bottom. The first that fails ends the run, unless its Response Handling says
        otherwise.
      </p>
    </div>
  );
}

function Calls({ calls, firstConditional }: CallChainProps) {
  const { index: chosen, expected } = useChosen();
  const list = calls.getFieldList();
  const isPrinted = useIsPrinted();
  return (
    <>
      <div className={joinClassNames(chosen !== 0 && firstConditional.valid && 'folded:hidden')}>
        <ChainGap gap={0} conditional={firstConditional} />
      </div>
      <ol className="group/calls flex flex-col">
        {list.map((call, index) => (
          <CallCard
            key={call.key}
            name={call.name}
            listName={calls.name}
            index={index}
            count={list.length}
            isChosen={index === chosen}
            isExpected={isPrinted || index === expected}
          />
        ))}
      </ol>
    </>
  );
}

/** Returns whether the page was to be printed: on paper, all calls are open. */
function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    // The browser prints what it has when the event ends.
    const draw = () => flushSync(() => setIsPrinted(true));
    window.addEventListener('beforeprint', draw);
    return () => window.removeEventListener('beforeprint', draw);
  }, []);
  return isPrinted;
}

function EmptyChain({ calls, firstConditional }: CallChainProps) {
  const form = useFormMetadata<EditorForm>();
  return (
    <>
      {/* A conditional step stays on the page, and in the form, after the last call was removed. */}
      {firstConditional.getFieldList().length > 0 && <ChainGap gap={0} conditional={firstConditional} />}
      <div className="rounded-lg border border-dashed border-line-strong/50">
        <EmptyState
          icon={Send}
          title="No API calls configured"
          text="Add the first request this integration sends."
          headingLevel={3}
          isSmall
          action={
            <Permitted to="edit">
              <div className="flex flex-wrap justify-center gap-3">
                <Button
                  type="submit"
                  variant="primary"
                  icon={Plus}
                  aria-keyshortcuts="N"
                  {...pressedBy.add}
                  {...form.insert.getButtonProps({
                    name: calls.name,
                    defaultValue: newCall(nameNewCall([])),
                  })}
                >
                  Add First API Call
                </Button>
                <LinkButton to="import" variant="quiet" icon={FileInput}>
                  Import
                </LinkButton>
              </div>
            </Permitted>
          }
        />
      </div>
    </>
  );
}
