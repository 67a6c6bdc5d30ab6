import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { ArrowLeft, FileInput, Plus, Send } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { EmptyState } from '~/components/ui/empty-state';
import { FieldErrors } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { CallCard } from './call/call-card';
import { useChosen } from './chosen/chosen-call';
import { usePreloadChainEdits } from './edits/use-chain-edits';
import { ChainGap, GapNotice } from './steps/chain-gap';
import { ChainGuide } from './outline/chain-guide';
import type { CallForm, EditorForm } from '../form/editor-form';
import { nameNewCall, newCall } from '../form/new-call';
import type { ConditionalForm } from '../form/step-schema';

interface CallChainProps {
  calls: FieldMetadata<CallForm[], EditorForm>;
  firstConditional: FieldMetadata<ConditionalForm[], EditorForm>;
}

/** All calls, of which one is open. */
export function CallChain({ calls, firstConditional }: CallChainProps) {
  const { index: chosen, screen, show } = useChosen();
  const list = calls.getFieldList();
  usePreloadChainEdits();
  if (list.length === 0) return <EmptyChain calls={calls} firstConditional={firstConditional} />;
  return (
    <section
      aria-labelledby="chain-title"
      className={joinClassNames('min-w-0', screen !== 'call' && 'scripted:max-lg:hidden')}
    >
      <Button
        variant="quiet"
        size="sm"
        icon={ArrowLeft}
        onClick={() => show('outline')}
        className="mb-3 hidden! scripted:max-lg:inline-flex!"
      >
        All calls
      </Button>
      <ChainTitle />
      <FieldErrors field={calls} />
      <GapNotice />
      <div className={joinClassNames(chosen !== 0 && firstConditional.valid && 'scripted:hidden')}>
        <ChainGap gap={0} conditional={firstConditional} />
      </div>
      <ol className="flex flex-col">
        {list.map((call, index) => (
          <CallCard
            key={call.key}
            name={call.name}
            listName={calls.name}
            index={index}
            count={list.length}
            isChosen={index === chosen}
          />
        ))}
      </ol>
      <ChainGuide />
    </section>
  );
}

function ChainTitle() {
  return (
    <>
      <h2 id="chain-title" className="text-base font-medium">
        API Call Chain
      </h2>
      <p className="mt-1 mb-3 text-ink-muted">
        Calls run from top to bottom. The first that fails ends the run, unless its Response Handling says
        otherwise.
      </p>
    </>
  );
}

function EmptyChain({ calls, firstConditional }: CallChainProps) {
  const form = useFormMetadata<EditorForm>();
  return (
    <section aria-labelledby="chain-title">
      <ChainTitle />
      <FieldErrors field={calls} />
      <GapNotice />
      {/* A check stays on the page, and in the form, when the last call was removed. */}
      {firstConditional.getFieldList().length > 0 && <ChainGap gap={0} conditional={firstConditional} />}
      <div className="rounded-lg border border-dashed border-line-strong/50">
        <EmptyState
          icon={Send}
          title="No API calls configured"
          text="Add the first request this integration sends."
          headingLevel={3}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button
                type="submit"
                variant="primary"
                icon={Plus}
                {...form.insert.getButtonProps({ name: calls.name, defaultValue: newCall(nameNewCall([])) })}
              >
                Add First API Call
              </Button>
              <LinkButton to="import" variant="quiet" icon={FileInput}>
                Import
              </LinkButton>
            </div>
          }
        />
      </div>
      <ChainGuide />
    </section>
  );
}
