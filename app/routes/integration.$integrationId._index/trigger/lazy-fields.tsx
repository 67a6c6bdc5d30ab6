// What few triggers use is loaded later.
import type { FieldMetadata } from '@conform-to/react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import type { DoorForm, EditorForm } from '../form/editor-form';
import { StoredValues } from '../form/fields/stored-values';
import { AnswerFields } from './answer-fields';
import { CronFields, type CronFieldsProps } from './cron-fields';
import { DeliveryFields, DoorCheckFold } from './delivery-fields';
import { doorParts } from './door-parts';

export const LazyAnswerFields = lazyPart(
  import.meta.env.SSR && AnswerFields,
  () => import('./answer-fields').then((loaded) => loaded.AnswerFields),
  keepDoor(doorParts.answer),
);

export const LazyDeliveryFields = lazyPart(
  import.meta.env.SSR && DeliveryFields,
  () => import('./delivery-fields').then((loaded) => loaded.DeliveryFields),
  keepDoor(doorParts.delivery),
);

export const LazyDoorCheck = lazyPart(
  import.meta.env.SSR && DoorCheckFold,
  () => import('./delivery-fields').then((loaded) => loaded.DoorCheckFold),
  { without: Nothing },
);

export const LazyCronFields = lazyPart(
  import.meta.env.SSR && CronFields,
  () => import('./cron-fields').then((loaded) => loaded.CronFields),
  { until: KeptCron, without: KeptCron },
);

function KeptCron({ cron }: CronFieldsProps) {
  const { cronExpression, timezone, missedRuns } = cron.getFieldset();
  return <StoredValues fields={[cronExpression, timezone, missedRuns]} />;
}

function keepDoor(names: readonly (keyof DoorForm)[]) {
  function KeptDoor({ door }: { door: FieldMetadata<DoorForm, EditorForm> }) {
    const fields = door.getFieldset();
    return <StoredValues fields={names.map((name) => fields[name])} />;
  }
  return { until: KeptDoor, without: KeptDoor };
}
