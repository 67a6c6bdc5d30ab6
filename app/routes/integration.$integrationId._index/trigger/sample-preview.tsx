import { formatCount } from '~/engine/texts/format-count';
import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LazyJsonView } from '~/components/json/lazy-json-view';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { Permitted } from '~/components/user/permitted';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { normalizePath } from '~/engine/paths/path-spelling';
import type { Sample } from '~/services/webhooks/samples';
import type { EditorForm, VariableRow } from '../form/editor-form';
import { PathList } from '../form/fields/path-picker';
import { proposeName } from '../form/propose-name';
import { listAllVariables } from '../form/variable-scope';

export type VariableRows = FieldMetadata<VariableRow[], EditorForm>;

interface SamplePreviewProps {
  sample: Sample;
  variables: VariableRows;
  /** Whether the user has just pasted it, so that the focus goes here. */
  isJustPasted: boolean;
}

/** Shows one delivery. Each of its fields is a button that adds it as a variable. */
export function SamplePreview({ sample, variables, isJustPasted }: SamplePreviewProps) {
  const first = useRef<HTMLElement>(null);
  const [takesFocus] = useState(isJustPasted);
  useEffect(() => {
    // Unless the user has gone on from the panel.
    if (takesFocus && document.activeElement?.closest('#sample')) first.current?.focus();
  }, [takesFocus]);
  const form = useFormMetadata<EditorForm>();
  const { text } = sample;
  // Memoized, since the tree may be long and this component renders on every key press in the form.
  const tree = useMemo(() => text !== null && <LazyJsonView label="Payload" text={text} />, [text]);
  const used = new Set(
    variables.getFieldList().map((row) => normalizePath(row.getFieldset().jsonPath.value ?? '')),
  );
  const taken = new Set(listAllVariables(form.value).map((name) => name.toLowerCase()));
  const propose = (path: FoundPath) =>
    form.insert.getButtonProps({
      name: variables.name,
      defaultValue: { name: proposeName(path, taken, 'value'), jsonPath: path.jsonPath },
    });
  const received = (
    <>
      {origins[sample.origin]} <RelativeTime at={sample.receivedAt} />
    </>
  );
  return (
    <>
      {text === null && (
        <Banner tone="warn">
          {received}: this delivery has {formatCount(sample.bytes)} bytes. Only samples of up to 256 KiB are
          kept.
        </Banner>
      )}
      {sample.paths.length > 0 && (
        <details className="min-w-0 rounded-md border border-line px-4 py-2" open>
          <summary ref={first} className="flex min-h-8 flex-wrap items-center gap-x-3">
            <DetailsChevron />
            <span className="font-medium">Fields of this delivery</span>
            <span className="ml-auto text-[0.8125rem] text-ink-muted">{received}</span>
          </summary>
          <Permitted to="edit">
            <p className="mb-2 text-[0.8125rem] text-ink-muted">Press a field to use it as a variable.</p>
          </Permitted>
          <div className="max-h-72 overflow-y-auto p-0.5">
            <PathList
              paths={sample.paths}
              used={used}
              usedText="Used"
              describe={(path) => `Use ${path} as variable`}
              propose={propose}
            />
          </div>
        </details>
      )}
      {(tree || sample.request) && (
        <details className="min-w-0">
          <summary
            ref={sample.paths.length === 0 ? first : undefined}
            className="flex min-h-8 flex-wrap items-center gap-x-3"
          >
            <DetailsChevron />
            <span className="font-medium">Payload and request</span>
            {sample.paths.length === 0 && text !== null && (
              <span className="ml-auto text-[0.8125rem] text-ink-muted">{received}</span>
            )}
          </summary>
          <div className="mt-2 flex flex-col gap-3">
            {tree}
            {sample.request && <LazyJsonView label="Request" text={sample.request} />}
          </div>
        </details>
      )}
    </>
  );
}

const origins: Record<Sample['origin'], string> = {
  captured: 'Received',
  pasted: 'Pasted',
  execution: 'From the last delivery that was run,',
};
