import { useFetcher, useNavigation } from '@remix-run/react';
import { CircleStop, Radio, RefreshCw } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { withoutNetworkError } from '~/components/network/network-error';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Spinner } from '~/components/ui/spinner';
import { Permitted } from '~/components/user/permitted';
import type { SampleState } from '~/services/webhooks/samples';
import { type SampleFeedback, type SampleUpdate, useEditorFeedback } from '../form/editor-feedback';
import { nameBeside } from '../form/read-form';
import { PasteSample, pasteIntent } from './paste-sample';
import { SamplePreview, type VariableRows } from './sample-preview';
import { useLiveSample } from './use-live-sample';

const LazySamplePreview = lazyPart(
  import.meta.env.SSR && SamplePreview,
  () => import('./sample-preview').then((loaded) => loaded.SamplePreview),
  { without: Nothing },
);

interface PanelProps {
  variables: VariableRows;
  /** The id of the field of the secret. */
  secretId: string;
}

/** Waits for one real delivery, or takes a pasted one, and offers its fields as variables. */
export function SamplePanel(props: PanelProps) {
  const { sample } = useEditorFeedback();
  return sample && <Listening notes={sample} {...props} />;
}

function Listening({ notes, variables, secretId }: PanelProps & { notes: SampleFeedback }) {
  const paste = useFetcher<{ update: SampleUpdate }>();
  const pasted = withoutNetworkError(paste.data)?.update;
  const state = useLiveSample(notes, pasted?.state);
  // A refused paste without script is shown at its field.
  const { message = null, pasted: refused = '' } = notes.update ?? {};
  const { formData } = useNavigation();
  const isListening = state.listeningUntil !== null;
  const intent = isListening ? 'sample:stop' : notes.isWebhookSaved ? 'sample:listen' : 'listen';
  return (
    <section id="sample" aria-label="Sample delivery" className="flex min-w-0 scroll-mt-12 flex-col gap-3">
      <div>
        <h3 className="font-medium">Sample Delivery</h3>
        <p className="mt-1 text-[0.8125rem] text-ink-muted">
          Pick variables from a real delivery: the next one within 10 minutes is checked and shown here, but
          not run.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Permitted to="edit">
          {/* One button for both commands, so that it keeps the focus when the command changes. */}
          <Button
            type="submit"
            size="sm"
            icon={isListening ? CircleStop : Radio}
            name="intent"
            value={intent}
            pending={formData?.get('intent') === intent}
          >
            {isListening
              ? 'Stop'
              : notes.isWebhookSaved
                ? 'Listen for a sample'
                : 'Save and listen for a sample'}
          </Button>
        </Permitted>
        {isListening && (
          <noscript>
            <Button type="submit" size="sm" icon={RefreshCw} name="intent" value="sample:refresh">
              Refresh
            </Button>
          </noscript>
        )}
        <output className="flex min-w-0 items-center gap-2 text-[0.8125rem]">{describeState(state)}</output>
      </div>
      {isListening && state.closed && (
        <Banner tone="warn" title={state.closed}>
          <a href={`#${secretId}`} className="underline underline-offset-4">
            Enter the secret
          </a>
        </Banner>
      )}
      {message !== null && refused === '' && (
        <Banner tone="bad" live>
          {message}
        </Banner>
      )}
      <Permitted to="edit">
        <PasteSample
          refused={refused}
          message={pasted ? pasted.message : refused === '' ? null : message}
          taken={pasted?.message === null ? pasted : undefined}
          pending={paste.state !== 'idle'}
          onPaste={(text) => {
            const { pathname } = window.location;
            paste.submit(
              { intent: pasteIntent, [nameBeside('sample')]: text },
              { method: 'post', action: pathname },
            );
          }}
        />
      </Permitted>
      {state.sample && (
        <LazySamplePreview
          key={state.sample.id}
          sample={state.sample}
          variables={variables}
          isJustPasted={state.sample.id === pasted?.state?.sample?.id}
        />
      )}
    </section>
  );
}

function describeState({ listeningUntil, hasLapsed, sample }: SampleState): ReactNode {
  const onlyTest = sample?.testOf && `Only the test of ${sample.testOf} has arrived, which is no event.`;
  if (listeningUntil !== null) {
    return (
      <>
        <Spinner className="size-4" />
        <span>
          {onlyTest && `${onlyTest} `}Listening for the next delivery until <ClockTime at={listeningUntil} />…
        </span>
      </>
    );
  }
  if (onlyTest) return onlyTest;
  if (hasLapsed) return 'Nothing arrived within 10 minutes.';
  if (sample?.origin === 'pasted') return 'Sample pasted.';
  return sample?.origin === 'captured' ? 'Delivery captured.' : null;
}

/** Shows the user's local time after hydration, and UTC before, since the server does not know the user's time zone. */
function ClockTime({ at }: { at: string }) {
  const hydrated = useHydrated();
  const local = () => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return <time dateTime={at}>{hydrated ? local() : `${at.slice(11, 16)} UTC`}</time>;
}
