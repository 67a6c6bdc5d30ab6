import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * The zones to search, about 400. They cost the page nothing with script, where the browser has them itself and gets
 * them when a schedule is chosen; without script they come with the page of a schedule only.
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
