import type { FieldMetadata } from '@conform-to/react';
import type { EndpointForm, EditorForm, HeaderRow } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { HeaderRows } from '../form/fields/header-rows';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import { AnswerFields } from './answer-fields';
import { DeliveryCheckFold } from './delivery-check';
import { DeliveryFields, type DeliveryFieldsProps } from './delivery-fields';
import { endpointParts } from './endpoint-parts';

interface EndpointFoldsProps extends DeliveryFieldsProps {
  headers: FieldMetadata<HeaderRow[], EditorForm>;
}

/** The settings of a webhook that seldom differ from the defaults, in folds that stay open while something in them is wrong. */
export function EndpointFolds({ endpoint, headers, variables }: EndpointFoldsProps) {
  const fields = endpoint.getFieldset();
  const shown = useRenderedValue(endpoint) ?? {};
  const isWrong = (part: keyof typeof endpointParts) =>
    endpointParts[part].some((name) => !fields[name].valid);
  const count = headers.getFieldList().length;
  return (
    <>
      <Fold
        title="Response to the sender"
        summary={describeAnswer(shown.respond, [shown.status, shown.contentType])}
        isHeldOpen={isWrong('answer')}
      >
        <AnswerFields endpoint={endpoint} />
      </Fold>
      <Fold
        title="Handshake, key and filter"
        summary={describeChoice(shown)}
        isHeldOpen={isWrong('delivery')}
      >
        <DeliveryFields endpoint={endpoint} variables={variables} />
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
      <DeliveryCheckFold asksAddress={Boolean(shown.allowFrom)} />
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
