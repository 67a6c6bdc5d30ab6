import type { FieldMetadata } from '@conform-to/react';
import type { DoorForm, EditorForm } from '../form/editor-form';
import { AnswerFields } from './answer-fields';
import { DeliveryFields } from './delivery-fields';

export interface DoorDetailsProps {
  door: FieldMetadata<DoorForm, EditorForm>;
  /** In the order of the chain; the sender may wait for one of them. */
  calls: { id: string; name: string }[];
}

/** What few triggers say of their senders: what they are answered, and which deliveries are taken. */
export function DoorDetails({ door, calls }: DoorDetailsProps) {
  return (
    <>
      <AnswerFields door={door} calls={calls} />
      <DeliveryFields door={door} />
    </>
  );
}
