import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { LaterJsonView } from '~/components/later-json-view';
import { StatusCodeBadge } from '~/components/status-code-badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { useEditorNotes } from './editor-notes';
import type { CallForm, EditorForm } from './editor-schema';
import { PathTree } from './path-tree';
import type { TestedCall } from './test-action';

/** What is told beside the call; for its variables a dialog asks. */
type ToldCall = Exclude<TestedCall, { kind: 'asked' }>;

interface CallTestProps {
  callIndex: number;
  label: string;
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
}

/** Sends this one call as it is typed, without saving anything, and shows what comes back. */
export function CallTestPanel({ callIndex, label, mapping }: CallTestProps) {
  const form = useFormMetadata<EditorForm>();
  const { tested } = useEditorNotes();
  const navigation = useNavigation();
  // It stays with its call when calls are moved, and while other answers come.
  const [seen, setSeen] = useState<TestedCall>();
  const [own, setOwn] = useState<ToldCall>();
  if (tested !== seen) {
    setSeen(tested);
    if (tested?.callIndex === callIndex && tested.kind !== 'asked') setOwn(tested);
  }
  const intent = `test:${callIndex}`;
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
          pending={navigation.formData?.get('intent') === intent}
          pendingText="Testing..."
        >
          Test API Call
        </Button>
        <p className="text-[0.8125rem] text-ink-muted">Sends one real request. Nothing is saved.</p>
      </div>
      {own && <TestResult tested={own} label={label} mapping={mapping} callIndex={callIndex} />}
    </div>
  );
}

function TestResult({ tested, label, mapping, callIndex }: CallTestProps & { tested: ToldCall }) {
  if (tested.kind !== 'answer') {
    return (
      <Banner tone="bad" live>
        {tested.message}
      </Banner>
    );
  }
  const { test, paths } = tested;
  const headers = Object.entries(test.headers);
  return (
    <section aria-label={`Test result of ${label}`} className="flex flex-col gap-4">
      <output className="flex flex-wrap items-center gap-3">
        <StatusCodeBadge status={test.statusCode} />
        <span className="tabular-nums">{test.responseTime.toLocaleString('en')} ms</span>
        {test.error && <span className="min-w-0 font-medium wrap-anywhere">{test.error}</span>}
      </output>
      {headers.length > 0 && (
        <details>
          <summary className="font-medium">Response headers ({headers.length})</summary>
          <dl className="mt-2 grid gap-x-4 gap-y-1 font-mono text-[0.8125rem] sm:grid-cols-[auto_1fr]">
            {headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-muted">{name}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {test.body ? (
        <LaterJsonView label="Response body" text={test.body} truncated={test.truncated} />
      ) : (
        <p className="text-ink-muted">No response body</p>
      )}
      <PathTree paths={paths} mapping={mapping} callIndex={callIndex} title="Fields of this response" />
    </section>
  );
}
