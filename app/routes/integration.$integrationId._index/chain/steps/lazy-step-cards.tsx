// Few places between calls have steps, so their cards are loaded after the page.
import { servedFields } from '../../form/fields/served-fields';
import { ConditionalCard } from './conditional-card';
import { HandlingCard } from './handling-card';

export const LazyConditionalCard = servedFields(
  import.meta.env.SSR && ConditionalCard,
  () => import('./conditional-card').then((loaded) => loaded.ConditionalCard),
  ({ list }) => [list],
);

export const LazyHandlingCard = servedFields(
  import.meta.env.SSR && HandlingCard,
  () => import('./handling-card').then((loaded) => loaded.HandlingCard),
  ({ list }) => [list],
);
