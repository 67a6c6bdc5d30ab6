import { useLoaderData } from '@remix-run/react';
import { TriangleAlert } from '~/components/icons/icons';
import { describeLocal } from '~/engine/checks/doubtful-address';

/** Warns below the URL of a call, as it is typed, that it leads to an address which this server does not reach. */
export function AddressNote({ url }: { url: string }) {
  const { openedHosts } = useLoaderData<{ openedHosts: string[] }>();
  const doubt = describeLocal(url, (local) => openedHosts.includes(new URL(local).host));
  return doubt ? (
    <p className="mt-1.5 flex gap-1.5 text-[0.8125rem] text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      Warning: this URL {doubt}
    </p>
  ) : null;
}
