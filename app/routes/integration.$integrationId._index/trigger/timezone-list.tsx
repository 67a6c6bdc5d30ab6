import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * The list of about 400 time zones to search. With script the page does not contain it: the browser knows the zones and
 * builds the list when a schedule is chosen. Without script only the page of a schedule contains it.
 */
export function TimezoneList({ id, isWanted }: { id: string; isWanted: boolean }) {
  const hydrated = useHydrated();
  if (!isWanted) return null;
  if (hydrated) return <Zones id={id} />;
  return (
    <noscript>
      <Zones id={id} />
    </noscript>
  );
}

function Zones({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </datalist>
  );
}
