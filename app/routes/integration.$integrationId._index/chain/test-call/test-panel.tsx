import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Play } from '~/components/icons/icons';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { useCallTrace } from '../test-run/chain-test';
import { LazyTestResult } from './lazy-test-result';
import { toResult } from './trace-result';
import { useSentIntent } from '~/components/network/use-sent-intent';
import { Permitted } from '~/components/user/permitted';
import { useLastTest } from './use-last-test';

interface TestPanelProps {
  callIndex: number;
  /** The id that the form has for the call. */
  callId: string;
  label: string;
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  /** Whether the call is sent for each page of a list. */
  isPaged: boolean;
  /** Whether the call is run for each item of a list. */
  isInLoop: boolean;
}

/** The panel that sends this call as it is typed, without saving, and shows the response. */
export function TestPanel({ callIndex, callId, label, mapping, isPaged, isInLoop }: TestPanelProps) {
  const form = useFormMetadata<EditorForm>();
  const own = useLastTest(callIndex, callId);
  const trace = useCallTrace(callId);
  const place = { callIndex, label, mapping };
  const intent = `test:${callIndex}`;
  const sent = useSentIntent();
  const tries: [kind: string, text: string][] = [];
  if (isPaged) tries.push(['pages', 'Try three pages']);
  if (isInLoop) tries.push(['items', 'Try the first two items']);
  return (
    <div className="flex flex-col gap-4">
      <Permitted to="edit">
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
          {tries.map(([kind, text]) => (
            <Button
              key={kind}
              type="submit"
              variant="secondary"
              name="intent"
              value={`${kind}:${callIndex}`}
              form={form.id}
              aria-label={`${text}: ${label}`}
              pending={sent === `${kind}:${callIndex}`}
              pendingText="Testing..."
            >
              {text}
            </Button>
          ))}
          <p className="text-[0.8125rem] text-ink-muted">
            {tries.length > 0 ? 'Sends requests.' : 'Sends one request.'} The form is not saved.
          </p>
        </div>
      </Permitted>
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
