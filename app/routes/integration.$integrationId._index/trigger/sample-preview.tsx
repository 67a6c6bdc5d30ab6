import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useMemo } from 'react';
import { LazyJsonView } from '~/components/json/lazy-json-view';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { normalizePath } from '~/engine/paths/path-spelling';
import type { Sample } from '~/services/webhooks/samples';
import type { EditorForm, VariableRow } from '../form/editor-form';
import { PathList, proposeName } from '../form/fields/path-picker';
import { listAllVariables } from '../form/variable-scope';

export type VariableRows = FieldMetadata<VariableRow[], EditorForm>;

interface SamplePreviewProps {
  sample: Sample;
  variables: VariableRows;
}

/** One delivery; each field of it is a button that makes it a variable. */
export function SamplePreview({ sample, variables }: SamplePreviewProps) {
  const form = useFormMetadata<EditorForm>();
  const { text } = sample;
  // The tree may be long, and this is drawn with every key that is pressed in the form.
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
      {sample.request && <LazyJsonView label="Request" text={sample.request} />}
    </>
  );
}
