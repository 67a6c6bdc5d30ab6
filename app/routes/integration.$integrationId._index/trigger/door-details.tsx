import type { FieldMetadata } from '@conform-to/react';
import type { DoorForm, EditorForm } from '../form/editor-form';
import { Fold } from '../form/fields/fold';
import { AnswerFields } from './answer-fields';
import { DeliveryFields } from './delivery-fields';

export interface DoorDetailsProps {
  door: FieldMetadata<DoorForm, EditorForm>;
  /** In the order of the chain; the sender may wait for one of them. */
  calls: { id: string; name: string }[];
}

/** What few triggers say of their senders, a line each: what they are answered, and which deliveries are taken. */
export function DoorDetails({ door, calls }: DoorDetailsProps) {
  const fields = door.getFieldset();
  const { respond, status, contentType, answerHeaders, body, afterCallId, waitSeconds } = fields;
  const { handshake, deliveryKey, keyName, keyHours, onlyRunIf, methods, allowFrom } = fields;
  const answer = [respond, status, contentType, answerHeaders, body, afterCallId, waitSeconds];
  const choice = [handshake, deliveryKey, keyName, keyHours, onlyRunIf, methods, allowFrom];
  return (
    <>
      <Fold
        title="Answer to the sender"
        summary={describeAnswer(respond.value, status.value)}
        isHeldOpen={answer.some(({ valid }) => !valid)}
      >
        <AnswerFields door={door} calls={calls} />
      </Fold>
      <Fold
        title="Handshake, key and filter"
        summary={describeChoice(handshake.value, deliveryKey.value, onlyRunIf.value)}
        isHeldOpen={choice.some(({ valid }) => !valid)}
      >
        <DeliveryFields door={door} />
      </Fold>
    </>
  );
}

function describeAnswer(respond = '', status = ''): string {
  if (respond === 'custom') return `${status}, of your own`;
  return respond === 'result' ? 'What the calls find out' : '202, with the id of the execution';
}

/** Which deliveries are the same one, and which are run, in a few words. */
function describeChoice(handshake = '', deliveryKey = '', onlyRunIf = ''): string {
  const lines = onlyRunIf.split('\n').filter((line) => line.trim()).length;
  const said = [
    handshake && `handshake ${handshake}`,
    deliveryKey && 'a key of its own',
    lines > 0 && `${lines} condition${lines === 1 ? '' : 's'}`,
  ].filter(Boolean);
  return said.length > 0 ? said.join(', ') : 'As usual';
}
