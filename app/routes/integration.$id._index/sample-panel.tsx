import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useNavigation } from '@remix-run/react';
import { CircleStop, Radio, RefreshCw } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useHydrated } from '~/components/hydrated';
import { LaterJsonView } from '~/components/later-json-view';
import { RelativeTime } from '~/components/relative-time';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Spinner } from '~/components/ui/spinner';
import type { FoundPath } from '~/engine/path-discovery';
import { normalizePath } from '~/engine/path-spelling';
import type { Sample, SampleState } from '~/services/samples';
import { type SampleNotes, useEditorNotes } from './editor-notes';
import type { EditorForm, VariableRow } from './editor-schema';
import { PathList, proposeName } from './path-tree';
import { listAllVariables } from './scope';
import { useSample } from './use-sample';

type VariableRows = FieldMetadata<VariableRow[], EditorForm>;

/** Waits for one real delivery, and offers what it holds as variables. */
export function SamplePanel({ variables }: { variables: VariableRows }) {
  const { sample } = useEditorNotes();
  return sample && <Listening notes={sample} variables={variables} />;
}

function Listening({ notes, variables }: { notes: SampleNotes; variables: VariableRows }) {
  const state = useSample(notes);
  const { formData } = useNavigation();
  const isListening = state.listeningUntil !== null;
  const intent = isListening ? 'sample:stop' : 'sample:listen';
  return (
    <section id="sample" aria-label="Sample delivery" className="flex min-w-0 scroll-mt-32 flex-col gap-3">
      <div>
        <h3 className="font-medium">Sample Delivery</h3>
        <p className="mt-1 text-[0.8125rem] text-ink-muted">
          Capture what your sender really sends, and pick variables from it. For up to 10 minutes the next
          delivery is answered and shown here, but not run. The saved secret and headers count for it.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {/* One button, which keeps the focus when it means the other thing. */}
        <Button
          type="submit"
          size="sm"
          icon={isListening ? CircleStop : Radio}
          name="intent"
          value={intent}
          pending={formData?.get('intent') === intent}
        >
          {isListening ? 'Stop' : 'Listen for a sample'}
        </Button>
        {isListening && (
          <noscript>
            <Button type="submit" size="sm" icon={RefreshCw} name="intent" value="sample:refresh">
              Refresh
            </Button>
          </noscript>
        )}
        <output className="flex min-w-0 items-center gap-2 text-[0.8125rem]">{describeState(state)}</output>
      </div>
      {notes.told?.message && (
        <Banner tone="bad" live>
          {notes.told.message}
        </Banner>
      )}
      {state.sample && <ShownSample key={state.sample.id} sample={state.sample} variables={variables} />}
    </section>
  );
}

function describeState({ listeningUntil, hasLapsed, sample }: SampleState): ReactNode {
  if (listeningUntil !== null) {
    return (
      <>
        <Spinner className="size-4" />
        <span>
          Listening for the next delivery until <ClockTime at={listeningUntil} />…
        </span>
      </>
    );
  }
  if (hasLapsed) return 'Nothing arrived within 10 minutes.';
  return sample?.origin === 'captured' ? 'Delivery captured.' : null;
}

/** The server does not know where the reader's clock stands. */
function ClockTime({ at }: { at: string }) {
  const hydrated = useHydrated();
  const local = () => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return <time dateTime={at}>{hydrated ? local() : `${at.slice(11, 16)} UTC`}</time>;
}

function ShownSample({ sample, variables }: { sample: Sample; variables: VariableRows }) {
  const form = useFormMetadata<EditorForm>();
  const { text } = sample;
  // The tree may be long, and this is drawn with every key that is pressed in the form.
  const tree = useMemo(() => text !== null && <LaterJsonView label="Payload" text={text} />, [text]);
  const used = new Set(
    variables.getFieldList().map((row) => normalizePath(row.getFieldset().jsonPath.value ?? '')),
  );
  const taken = new Set(listAllVariables(form.value).map((name) => name.toLowerCase()));
  const propose = (path: FoundPath) =>
    form.insert.getButtonProps({
      name: variables.name,
      defaultValue: { name: proposeName(path, taken, 'value'), jsonPath: path.jsonPath },
    });
  return (
    <>
      <p className="text-[0.8125rem] text-ink-muted">
        {sample.origin === 'captured' ? 'Received' : 'From the last delivery that was run,'}{' '}
        <RelativeTime at={sample.receivedAt} />
      </p>
      {text === null && (
        <Banner tone="warn">
          This delivery has {sample.bytes.toLocaleString('en')} bytes. Only samples of up to 256 KiB are kept.
        </Banner>
      )}
      {sample.paths.length > 0 && (
        <details className="rounded-md border border-line px-4 py-2" open>
          <summary className="min-h-8 font-medium">Fields of this delivery</summary>
          <p className="mb-2 text-[0.8125rem] text-ink-muted">Press a field to use it as a variable.</p>
          <PathList
            paths={sample.paths}
            used={used}
            usedText="Used"
            describe={(path) => `Use ${path} as variable`}
            propose={propose}
          />
        </details>
      )}
      {tree}
    </>
  );
}
