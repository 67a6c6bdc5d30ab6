import { useFormMetadata } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { useDeferredValue } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { useChosen } from '../chain/chosen/chosen-call';
import { useNodes } from '../chain/nodes/nodes';
import type { EditorForm } from '../form/editor-form';
import { Warnings } from './warnings';

/** Loaded after the page, with the rules of what is doubtful: nothing waits for it. */
const LazyPart = lazyPart(
  import.meta.env.SSR && Warnings,
  () => import('./warnings').then((loaded) => loaded.Warnings),
  { without: Nothing },
);

/**
 * The warnings of the form as it is. They get it as properties, because the form may have changed before their script comes, and
 * React hydrates a part with the properties that the server rendered.
 */
export function LazyWarnings() {
  const { choose } = useChosen();
  const { value } = useFormMetadata<EditorForm>();
  // Deferred, as the nodes are.
  const shown = useDeferredValue(value);
  const { openedHosts } = useLoaderData() as { openedHosts: string[] };
  const nodes = useNodes();
  return <LazyPart calls={shown?.apiCalls} {...{ nodes, openedHosts, choose }} />;
}
