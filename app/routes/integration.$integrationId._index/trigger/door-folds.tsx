import type { FieldMetadata } from '@conform-to/react';
import type { DoorForm, EditorForm, HeaderRow } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { HeaderRows } from '../form/fields/header-rows';
import { AnswerFields } from './answer-fields';
import { DeliveryFields } from './delivery-fields';

interface DoorFoldsProps {
  door: FieldMetadata<DoorForm, EditorForm>;
  headers: FieldMetadata<HeaderRow[], EditorForm>;
}

/** What of a webhook seldom differs from the usual: a line each, as long as nothing in it is wrong. */
export function DoorFolds({ door, headers }: DoorFoldsProps) {
  const fields = door.getFieldset();
  const { respond, status, contentType, body } = fields;
  const { handshake, deliveryKey, keyName, keyHours, onlyRunIf } = fields;
  const isAnswerWrong = [respond, status, contentType, body].some(({ valid }) => !valid);
  const isChoiceWrong = [handshake, deliveryKey, keyName, keyHours, onlyRunIf].some(({ valid }) => !valid);
  const count = headers.getFieldList().length;
  return (
    <>
      <Fold
        title="Answer to the sender"
        summary={
          respond.value === 'custom'
            ? [status.value, contentType.value].filter(Boolean).join(' ')
            : '202, with the id of the execution'
        }
        isHeldOpen={isAnswerWrong}
      >
        <AnswerFields door={door} />
      </Fold>
      <Fold
        title="Handshake, key and filter"
        summary={describeChoice(handshake.value, deliveryKey.value, onlyRunIf.value)}
        isHeldOpen={isChoiceWrong}
      >
        <DeliveryFields door={door} />
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
          text="A delivery is only accepted when it carries each of these headers with exactly this value."
        />
      </Fold>
    </>
  );
}

/** Which deliveries are the same one, and which are run, in a few words. */
function describeChoice(handshake = '', deliveryKey = '', onlyRunIf = ''): string {
  const lines = onlyRunIf.split('\n').filter((line) => line.trim()).length;
  const said = [
    handshake && `handshake ${handshake}`,
    deliveryKey && 'a key of its own',
    lines > 0 && `${lines} condition${lines === 1 ? '' : 's'}`,
  ].filter(Boolean);
  return said.length > 0 ? said.join(', ') : 'As usual; every delivery is run';
}
