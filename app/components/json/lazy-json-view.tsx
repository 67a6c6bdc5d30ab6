import { type FunctionComponent, lazy, Suspense } from 'react';
import { JsonView, type JsonViewProps } from './json-view';
import { CodeBlock } from '../ui/code-block';

/**
 * For a page that seldom shows any: what the server drew of the tree works by itself, so its script is not waited for, and
 * React keeps it until then. The server, which must not wait either, has the script already.
 */
const View: FunctionComponent<JsonViewProps> = import.meta.env.SSR
  ? JsonView
  : lazy(() =>
      import('./json-view').then(
        (loaded) => ({ default: loaded.JsonView }),
        () => ({ default: PlainView }),
      ),
    );

export function LazyJsonView(props: JsonViewProps) {
  return (
    <Suspense fallback={<PlainView {...props} />}>
      <View {...props} />
    </Suspense>
  );
}

/** Until the script is there, or when the network is gone by then. */
function PlainView({ label, text, truncated }: JsonViewProps) {
  return <CodeBlock label={label} code={text} truncated={truncated} wrap />;
}
