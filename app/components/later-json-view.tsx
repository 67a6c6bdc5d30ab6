import { type ComponentType, lazy, Suspense } from 'react';
import { JsonView, type JsonViewProps } from './json-view';
import { CodeBlock } from './ui/code-block';

/** The script of the tree is loaded with the first JSON there is to show. The server, which must not wait, has it already. */
const Shown: ComponentType<JsonViewProps> = import.meta.env.SSR
  ? JsonView
  : lazy(() =>
      import('./json-view').then(
        (loaded) => ({ default: loaded.JsonView }),
        () => ({ default: PlainView }),
      ),
    );

export function LaterJsonView(props: JsonViewProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}

/** When the network is gone by then. */
function PlainView({ label, text, truncated }: JsonViewProps) {
  return <CodeBlock label={label} code={text} truncated={truncated} wrap />;
}
