import { servedFields } from './served-fields';
import { VariableChips } from './variable-chips';

/** Loaded after the page, since they are buttons only with script. */
export const LazyVariableChips = servedFields(
  import.meta.env.SSR && VariableChips,
  () => import('./variable-chips').then((loaded) => loaded.VariableChips),
  () => [],
);
