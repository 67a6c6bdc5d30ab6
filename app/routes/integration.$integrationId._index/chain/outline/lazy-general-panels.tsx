import { memo, useState } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { GeneralPanels, type GeneralPanelsProps } from './general-panels';

const Panels = lazyPart<GeneralPanelsProps>(
  import.meta.env.SSR && GeneralPanels,
  () => import('./general-panels').then((loaded) => loaded.GeneralPanels),
  { until: NoteOpened, without: Nothing },
);

/** Loaded on demand. Memoized, because React would discard the server-rendered markup when its surroundings render again. */
export const LazyGeneralPanels = memo(function LazyGeneralPanels() {
  const [opened] = useState(() => new Set<string>());
  return <Panels opened={opened} />;
});

/** Notes the panels that the user opened before their script was loaded, when a change of the form removes them until then. */
function NoteOpened({ opened }: GeneralPanelsProps) {
  useState(() => {
    for (const title of document.querySelectorAll('details[open] > summary > h3'))
      opened.add(title.textContent);
  });
  return null;
}
