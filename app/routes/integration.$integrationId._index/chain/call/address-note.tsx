import { useLoaderData } from '@remix-run/react';
import { TriangleAlert } from '~/components/icons/icons';
import { isClosedLocal } from '~/engine/checks/doubtful-address';

/** Warns below the URL of a call, as it is typed, that it has an address which the server may not call. */
export function AddressNote({ url }: { url: string }) {
  const { openedHosts } = useLoaderData<{ openedHosts: string[] }>();
  const isClosed = isClosedLocal(url, (local) => openedHosts.includes(new URL(local).host));
  return isClosed ? (
    <p className="mt-1.5 flex gap-1.5 text-[0.8125rem] text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      This server calls local and private addresses only when it is set up to do so.
    </p>
  ) : null;
}
