import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { FileInput, Plus, Send } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { FieldErrors } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { CallCard } from './call/call-card';
import { CallNamesProvider } from './outline/call-names';
import { ChainAnnouncer } from './edits/chain-announcer';
import { usePreloadChainEdits } from './edits/use-chain-edits';
import { ChainGap, GapNotice } from './steps/chain-gap';
import { ChainGuide } from './outline/chain-guide';
import type { CallForm, EditorForm } from '../form/editor-form';
import { nameNewCall, newCall } from '../form/new-call';
import type { ConditionalForm } from '../form/step-schema';

/** To a screen of its own; the guard asks before what is not saved would be lost. */
const importLink = { to: 'import', variant: 'quiet', icon: FileInput } as const;

interface CallChainProps {
  calls: FieldMetadata<CallForm[], EditorForm>;
  firstConditional: FieldMetadata<ConditionalForm[], EditorForm>;
}

export function CallChain({ calls, firstConditional }: CallChainProps) {
  const form = useFormMetadata<EditorForm>();
  const list = calls.getFieldList();
  usePreloadChainEdits();
  // The same id on the server and in the browser, so it is counted rather than drawn.
  const freeId = nameNewCall(list.map((call) => call.getFieldset().id.initialValue));
  const add = form.insert.getButtonProps({ name: calls.name, defaultValue: newCall(freeId) });
  return (
    <section aria-labelledby="chain-title">
      <h2 id="chain-title" className="text-base font-medium">
        API Call Chain
      </h2>
      <p className="mt-1 mb-4 text-ink-muted">
        Calls run from top to bottom. The first that fails ends the run, unless its Response Handling says
        otherwise.
      </p>
      <FieldErrors field={calls} />
      <ChainAnnouncer>
        <CallNamesProvider>
          <GapNotice />
          {/* A check stays on the page, and in the form, when the last call was removed. */}
          {(list.length > 0 || firstConditional.getFieldList().length > 0) && (
            <ChainGap gap={0} conditional={firstConditional} />
          )}
          {list.length > 0 && (
            <>
              <ol className="flex flex-col">
                {list.map((call, index) => (
                  <CallCard
                    key={call.key}
                    name={call.name}
                    listName={calls.name}
                    index={index}
                    count={list.length}
                  />
                ))}
              </ol>
              <div className="mt-2 flex justify-center gap-3">
                <Button type="submit" icon={Plus} {...add}>
                  Add API Call
                </Button>
                <LinkButton {...importLink}>Import</LinkButton>
              </div>
            </>
          )}
        </CallNamesProvider>
      </ChainAnnouncer>
      {list.length === 0 && (
        <div className="rounded-lg border border-dashed border-line-strong/50">
          <EmptyState
            icon={Send}
            title="No API calls configured"
            text="Add the first request this integration sends."
            headingLevel={3}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <Button type="submit" variant="primary" icon={Plus} {...add}>
                  Add First API Call
                </Button>
                <LinkButton {...importLink}>Import</LinkButton>
              </div>
            }
          />
        </div>
      )}
      <ChainGuide />
    </section>
  );
}
