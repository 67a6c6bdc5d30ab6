import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { FileInput, Plus, Send } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { FieldErrors } from '~/components/ui/field';
import { LinkButton } from '~/components/ui/link';
import { CallCard } from './call-card';
import { ChainAnnouncer } from './chain-announcer';
import type { CallForm, EditorForm } from './editor-schema';
import { newCall } from './new-call';

/** To a screen of its own; the guard asks before what is not saved would be lost. */
const importLink = { to: 'import', variant: 'quiet', icon: FileInput } as const;

export function CallChain({ calls }: { calls: FieldMetadata<CallForm[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const list = calls.getFieldList();
  const add = form.insert.getButtonProps({ name: calls.name, defaultValue: newCall });
  return (
    <section aria-labelledby="chain-title">
      <h2 id="chain-title" className="text-base font-semibold">
        API Call Chain
      </h2>
      <p className="mt-1 mb-4 text-ink-muted">
        Calls run from top to bottom. The first that fails ends the run.
      </p>
      <FieldErrors field={calls} />
      {list.length > 0 ? (
        <ChainAnnouncer>
          <ol className="flex flex-col gap-5">
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
          <div className="mt-5 flex justify-center gap-3">
            <Button type="submit" icon={Plus} {...add}>
              Add API Call
            </Button>
            <LinkButton {...importLink}>Import</LinkButton>
          </div>
        </ChainAnnouncer>
      ) : (
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
    </section>
  );
}
