// What few triggers use is loaded later.
import type { FieldMetadata } from '@conform-to/react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import type { DoorForm, EditorForm } from '../form/editor-form';
import { describeStored, StoredValues } from '../form/fields/stored-values';
import { AnswerFields } from './answer-fields';
import { CronFields, type CronFieldsProps } from './cron-fields';
import { DeliveryFields, DoorCheckFold } from './delivery-fields';
import { doorParts } from './door-parts';
import { EventFields, type EventFieldsProps } from './event-fields';
import { SamplePanel } from './sample-panel';

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

export const LazySamplePanel = lazyPart(
  import.meta.env.SSR && SamplePanel,
  () => import('./sample-panel').then((loaded) => loaded.SamplePanel),
  { without: Nothing },
);

export const LazyDoorCheck = lazyPart(
  import.meta.env.SSR && DoorCheckFold,
  () => import('./delivery-fields').then((loaded) => loaded.DoorCheckFold),
  { without: Nothing },
);

export const LazyCronFields = lazyPart(
  import.meta.env.SSR && CronFields,
  () => import('./cron-fields').then((loaded) => loaded.CronFields),
  { until: KeptCron, without: KeptCron, drawnFrom: ({ cron }) => describeStored(cron) },
);

export const LazyEventFields = lazyPart(
  import.meta.env.SSR && EventFields,
  () => import('./event-fields').then((loaded) => loaded.EventFields),
  { until: KeptEvent, without: KeptEvent, drawnFrom: ({ event }) => describeStored(event) },
);

function KeptEvent({ event }: EventFieldsProps) {
  const { integrationId, on } = event.getFieldset();
  return <StoredValues fields={[integrationId, on]} />;
}

function KeptCron({ cron }: CronFieldsProps) {
  const { cronExpression, timezone, missedRuns } = cron.getFieldset();
  return <StoredValues fields={[cronExpression, timezone, missedRuns]} />;
}

function keepDoor(names: readonly (keyof DoorForm)[]) {
  function KeptDoor({ door }: { door: FieldMetadata<DoorForm, EditorForm> }) {
    const fields = door.getFieldset();
    return <StoredValues fields={names.map((name) => fields[name])} />;
  }
  return {
    until: KeptDoor,
    without: KeptDoor,
    drawnFrom: ({ door }: { door: FieldMetadata<DoorForm, EditorForm> }) => describeStored(door),
  };
}
