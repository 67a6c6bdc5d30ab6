import { useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import type { SenderChoice } from './sender-choices.server';

/** Returns the senders that can be chosen by name. */
export function useSenders(): SenderChoice[] {
  const { senders } = useLoaderData() as { senders: string };
  return useMemo(() => JSON.parse(senders) as SenderChoice[], [senders]);
}
