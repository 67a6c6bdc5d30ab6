import { CodeBlock } from '../ui/code-block';
import { lazyPart } from '../network/lazy-part';
import { JsonView, type JsonViewProps } from './json-view';

function PlainView({ label, text, truncated }: JsonViewProps) {
  return <CodeBlock label={label} code={text} truncated={truncated} wrap />;
}

/** A view for pages that seldom show JSON: the tree that the server rendered works without script. */
export const LazyJsonView = lazyPart(
  import.meta.env.SSR && JsonView,
  () => import('./json-view').then((loaded) => loaded.JsonView),
  { until: PlainView },
);
