// Parts of the trigger that the user opens or chooses first; their scripts are loaded after the page.
import type { FieldMetadata } from '@conform-to/react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import type { EndpointForm, EditorForm } from '../form/editor-form';
import { lazyFields } from '../form/fields/lazy-fields';
import { AnswerFields } from './answer-fields';
import { CronFields } from './cron-fields';
import { DeliveryFields, DeliveryCheckFold } from './delivery-fields';
import { endpointParts } from './endpoint-parts';
import { EventFields } from './event-fields';
import { SamplePanel } from './sample-panel';
import { SenderFields } from './sender-fields';

export const LazySenderFields = lazyFields(
  import.meta.env.SSR && SenderFields,
  () => import('./sender-fields').then((loaded) => loaded.SenderFields),
  ({ endpoint }) => listFields(endpoint, 'sender'),
);

export const LazyAnswerFields = lazyFields(
  import.meta.env.SSR && AnswerFields,
  () => import('./answer-fields').then((loaded) => loaded.AnswerFields),
  ({ endpoint }) => listFields(endpoint, 'answer'),
);

export const LazyDeliveryFields = lazyFields(
  import.meta.env.SSR && DeliveryFields,
  () => import('./delivery-fields').then((loaded) => loaded.DeliveryFields),
  ({ endpoint }) => listFields(endpoint, 'delivery'),
);

export const LazySamplePanel = lazyPart(
  import.meta.env.SSR && SamplePanel,
  () => import('./sample-panel').then((loaded) => loaded.SamplePanel),
  { without: Nothing },
);

export const LazyDeliveryCheck = lazyPart(
  import.meta.env.SSR && DeliveryCheckFold,
  () => import('./delivery-fields').then((loaded) => loaded.DeliveryCheckFold),
  { without: Nothing },
);

export const LazyCronFields = lazyFields(
  import.meta.env.SSR && CronFields,
  () => import('./cron-fields').then((loaded) => loaded.CronFields),
  ({ cron }) => [cron],
);

export const LazyEventFields = lazyFields(
  import.meta.env.SSR && EventFields,
  () => import('./event-fields').then((loaded) => loaded.EventFields),
  ({ event }) => [event],
);

function listFields(endpoint: FieldMetadata<EndpointForm, EditorForm>, part: keyof typeof endpointParts) {
  const fields = endpoint.getFieldset();
  return endpointParts[part].map((name) => fields[name]);
}
