// The dashboard as it was read last: it is read again every few seconds, so that runs show as they end.
import { useFetcher, useLoaderData } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { cacheResponse } from '~/components/network/stale-cache';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { dashboardUrl, type ListQuery, readListQuery } from './list-query';
import type { clientLoader } from './route';

/** What `readOrFallBack` keeps a reading of the dashboard by. */
export function cacheKeyOf(url: string): string {
  return dashboardUrl(readListQuery(new URL(url).searchParams));
}

/** What the page was loaded with, or what was read since. Guests are read nothing. */
export function useNewestDashboard() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { load, data, state } = useFetcher<typeof clientLoader>();
  const list = loaded.kind === 'dashboard' ? loaded.list : undefined;
  const address = list && dashboardUrl(list);
  useEffect(() => {
    if (address !== undefined) cacheResponse(address, loaded);
  }, [address, loaded]);
  const readUrl = list && readUrlOf(list);
  useLiveUpdates({
    enabled: list !== undefined,
    read: useCallback(() => {
      if (readUrl !== undefined) load(readUrl);
    }, [load, readUrl]),
    reading: state !== 'idle',
  });
  if (loaded.kind !== 'dashboard' || data?.kind !== 'dashboard') return loaded;
  const isNewer = data.readAt >= loaded.readAt && dashboardUrl(data.list) === address;
  // What the address asks for besides the list is as the page was loaded.
  return isNewer ? { ...data, deleting: loaded.deleting } : loaded;
}

/** Of this route, not of the root, which has the same address. */
function readUrlOf(list: ListQuery): string {
  return dashboardUrl(list, { index: '' });
}
