import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Play } from 'lucide-react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { useCallTrace } from '../test-run/chain-test';
import { LazyTestResult } from './lazy-test-result';
import { toResult } from './trace-result';
import { useSentIntent } from '~/components/network/use-sent-intent';
import { useLastTest } from './use-last-test';

interface TestPanelProps {
  callIndex: number;
  /** As it is stored; empty of a call that is not. */
  callId: string;
  label: string;
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  /** It is sent for each page of a list. */
  isPaged: boolean;
}

/** Sends this one call as it is typed, without saving anything, and shows what comes back. */
export function TestPanel({ callIndex, callId, label, mapping, isPaged }: TestPanelProps) {
  const form = useFormMetadata<EditorForm>();
  const own = useLastTest(callIndex);
  const trace = useCallTrace(callId);
  const place = { callIndex, label, mapping };
  const intent = `test:${callIndex}`;
  const sent = useSentIntent();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          icon={Play}
          name="intent"
          value={intent}
          form={form.id}
          aria-label={`Test API Call: ${label}`}
          pending={sent === intent}
          pendingText="Testing..."
        >
          Test API Call
        </Button>
        {isPaged && (
          <Button
            type="submit"
            variant="secondary"
            name="intent"
            value={`pages:${callIndex}`}
            form={form.id}
            aria-label={`Try three pages: ${label}`}
            pending={sent === `pages:${callIndex}`}
            pendingText="Testing..."
          >
            Try three pages
          </Button>
        )}
        <p className="text-[0.8125rem] text-ink-muted">Sends one real request. Nothing is saved.</p>
      </div>
      {own?.kind === 'response' && <LazyTestResult test={own.test} paths={own.paths} {...place} />}
      {!own && trace && <LazyTestResult {...toResult(trace)} {...place} />}
      {own && own.kind !== 'response' && (
        <Banner tone="bad" live>
          {own.message}
        </Banner>
      )}
    </div>
  );
}
