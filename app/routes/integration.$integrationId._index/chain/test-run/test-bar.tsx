import { useFormMetadata } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { Play, RefreshCw } from '~/components/icons/icons';
import type { MouseEvent } from 'react';
import { Button } from '~/components/ui/button';
import { LinkButton, TextLink } from '~/components/ui/link';
import { Spinner } from '~/components/ui/spinner';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Permitted } from '~/components/user/permitted';
import { hasEnded } from '~/engine/run/execution-status';
import type { ChainTest } from '~/services/test-runs/chain-test';
import type { EditorForm } from '../../form/editor-form';
import { pressedBy } from '../chosen/use-chain-keys';
import { useChainTest, useFormerTest } from './chain-test';
import { LazyLastTest } from './lazy-last-test';

const intent = 'run-test';

/** The button that saves and tests the chain with the last real data, and the state of the last test. */
export function TestBar({ callIds }: { callIds: (string | undefined)[] }) {
  const form = useFormMetadata<EditorForm>();
  const { formData } = useNavigation();
  const test = useChainTest();
  const isRunning = test !== undefined && !hasEnded(test.status);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Permitted to="edit">
        <Button
          type="submit"
          size="sm"
          icon={Play}
          name="intent"
          value={intent}
          form={form.id}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          title="Saves, and runs the chain with the last real payload"
          {...pressedBy.test}
          pending={formData?.get('intent') === intent || isRunning}
          pendingText="Testing..."
        >
          Test
        </Button>
      </Permitted>
      {/* Rendered before it has text, so that a screen reader announces the change. A toast tells that the test ended. */}
      <output className="flex min-w-0 flex-wrap items-center gap-2 text-[0.8125rem] text-ink-muted">
        {isRunning && <Progress test={test} />}
      </output>
      {test && !isRunning && <LazyLastTest test={test} callIds={callIds} />}
      <FormerTest />
    </div>
  );
}

/** Shows the progress; without script, a link refreshes it. */
function Progress({ test }: { test: ChainTest }) {
  const hydrated = useHydrated();
  return (
    <>
      <Spinner className="size-4" />
      {test.status === 'queued' ? 'Waiting for its turn…' : 'Running…'}
      {!hydrated && (
        <noscript>
          <LinkButton to={`?test=${test.id}`} size="sm" icon={RefreshCw}>
            Refresh
          </LinkButton>
        </noscript>
      )}
    </>
  );
}

/** The link to the newest test, while none is shown. */
function FormerTest() {
  const former = useFormerTest();
  if (!former) return null;
  function show(event: MouseEvent) {
    event.preventDefault();
    // The link goes when the test comes.
    event.currentTarget.parentElement?.querySelector('button')?.focus();
    former?.show();
  }
  return (
    <TextLink to={`?test=${former.id}`} onClick={show} className="text-[0.8125rem]">
      Show last test
    </TextLink>
  );
}
