import type { FieldMetadata } from '@conform-to/react';
import type { EndpointForm, EditorForm, HeaderRow } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { HeaderRows } from '../form/fields/header-rows';
import { endpointParts } from './endpoint-parts';
import { LazyAnswerFields, LazyDeliveryFields, LazyDeliveryCheck } from './lazy-parts';

interface EndpointFoldsProps {
  endpoint: FieldMetadata<EndpointForm, EditorForm>;
  headers: FieldMetadata<HeaderRow[], EditorForm>;
}

/** The settings of a webhook that seldom differ from the defaults, in folds that stay open while something in them is wrong. */
export function EndpointFolds({ endpoint, headers }: EndpointFoldsProps) {
  const fields = endpoint.getFieldset();
  const { respond, status, contentType, allowFrom } = fields;
  const isWrong = (part: keyof typeof endpointParts) =>
    endpointParts[part].some((name) => !fields[name].valid);
  const count = headers.getFieldList().length;
  return (
    <>
      <Fold
        title="Response to the sender"
        summary={describeAnswer(respond.value, [status.value, contentType.value])}
        isHeldOpen={isWrong('answer')}
      >
        <LazyAnswerFields endpoint={endpoint} />
      </Fold>
      <Fold
        title="Handshake, key and filter"
        summary={describeChoice(endpoint.value ?? {})}
        isHeldOpen={isWrong('delivery')}
      >
        <LazyDeliveryFields endpoint={endpoint} />
      </Fold>
      <Fold
        title="Required Headers"
        summary={count === 0 ? 'None' : `${count} header${count === 1 ? '' : 's'}`}
        isHeldOpen={!headers.valid}
      >
        <HeaderRows
          headers={headers}
          title="Required Headers"
          hidesTitle
          text="A delivery is accepted only if it has each of these headers with exactly this value."
        />
      </Fold>
      <LazyDeliveryCheck asksAddress={Boolean(allowFrom.value)} />
    </>
  );
}

function describeAnswer(mode = '', own: (string | undefined)[]): string {
  if (mode !== 'custom' && mode !== 'result') return 'Accepted, immediately';
  const what = own.filter(Boolean).join(' ');
  return mode === 'result' ? `The result: ${what}` : what;
}

/** Describes in a few words which deliveries are the same one, are accepted and are run. */
function describeChoice({
  handshake,
  deliveryKey,
  onlyRunIf = '',
  methods,
  allowFrom,
}: Partial<EndpointForm>): string {
  const lines = onlyRunIf.split('\n').filter((line) => line.trim()).length;
  const said = [
    handshake && 'custom handshake',
    deliveryKey && 'custom key',
    methods && `by ${methods}`,
    allowFrom && 'from listed addresses',
    lines > 0 && `${lines} condition${lines === 1 ? '' : 's'}`,
  ].filter(Boolean);
  return said.length > 0 ? said.join(', ') : 'Defaults; every delivery is run';
}
