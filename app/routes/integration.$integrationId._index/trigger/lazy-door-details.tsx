import { lazyPart } from '~/components/network/lazy-part';
import { initialText } from '~/components/ui/fields/field';
import { DoorDetails, type DoorDetailsProps } from './door-details';

const names = [
  'respond',
  'status',
  'contentType',
  'answerHeaders',
  'body',
  'afterCallId',
  'waitSeconds',
  'handshake',
  'deliveryKey',
  'keyName',
  'keyHours',
  'onlyRunIf',
  'methods',
  'allowFrom',
] as const;

/** Without its script it says what is stored, so that a save changes nothing of it. */
export const LazyDoorDetails = lazyPart(
  import.meta.env.SSR && DoorDetails,
  () => import('./door-details').then((loaded) => loaded.DoorDetails),
  { until: Kept, without: Kept },
);

function Kept({ door }: DoorDetailsProps) {
  const fields = door.getFieldset();
  return names.map((name) => (
    <input key={name} type="hidden" name={fields[name].name} defaultValue={initialText(fields[name])} />
  ));
}
