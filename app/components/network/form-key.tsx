import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { formKeyField } from '../../failures';
import { useNetworkErrorText } from './network-error';

/**
 * The hidden field of each form that concerns an organization. It names the organization that the page shows, so that the server
 * refuses the form where another tab has switched to another one. And when a form that creates or starts something is sent again
 * because its response was lost, the server does that once. After a response the key is a new one, so that the next form counts.
 */
export function FormKey() {
  const fresh = (useRouteLoaderData('root') as { formKey: string } | undefined)?.formKey ?? '';
  const { key: place } = useLocation();
  const isLost = useNetworkErrorText() !== undefined;
  const [kept, setKept] = useState({ place, formKey: fresh });
  // Sending a form changes the place. What a page reads again by itself does not, so a form that is under way keeps its key.
  if (kept.place !== place) setKept({ place, formKey: isLost ? kept.formKey : fresh });
  return <input type="hidden" name={formKeyField} value={kept.formKey} />;
}
