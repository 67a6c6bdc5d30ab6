// What few triggers say of their senders is loaded later. Until then, and without it, hidden fields say what is stored, so
// that a save changes nothing of it.
import type { FieldMetadata } from '@conform-to/react';
import { lazyPart } from '~/components/network/lazy-part';
import { initialText } from '~/components/ui/fields/field';
import type { DoorForm, EditorForm } from '../form/editor-form';
import { AnswerFields } from './answer-fields';
import { DeliveryFields } from './delivery-fields';

export const LazyAnswerFields = lazyPart(
  import.meta.env.SSR && AnswerFields,
  () => import('./answer-fields').then((loaded) => loaded.AnswerFields),
  keep(['respond', 'status', 'contentType', 'answerHeaders', 'body', 'afterCallId', 'waitSeconds']),
);

export const LazyDeliveryFields = lazyPart(
  import.meta.env.SSR && DeliveryFields,
  () => import('./delivery-fields').then((loaded) => loaded.DeliveryFields),
  keep(['handshake', 'deliveryKey', 'keyName', 'keyHours', 'onlyRunIf', 'methods', 'allowFrom']),
);

function keep(names: readonly (keyof DoorForm)[]) {
  function Kept({ door }: { door: FieldMetadata<DoorForm, EditorForm> }) {
    const fields = door.getFieldset();
    return names.map((name) => (
      <input key={name} type="hidden" name={fields[name].name} defaultValue={initialText(fields[name])} />
    ));
  }
  return { until: Kept, without: Kept };
}
