import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { StepMenu } from './step-menu';

/** Loaded after the page, since the user opens the menu first. */
export const LazyStepMenu = lazyPart(
  import.meta.env.SSR && StepMenu,
  () => import('./step-menu').then((loaded) => loaded.StepMenu),
  { without: Nothing },
);
