import { CodeBlock } from '~/components/ui/code-block';
import type { CallTrace } from '~/services/test-runs/chain-test';

/** Shows the request that a test sent, with secrets masked. */
export function SentRequest({ method, url, headers, body }: NonNullable<CallTrace['request']>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details>
      <summary className="font-medium">Sent</summary>
      <div className="mt-2 flex flex-col gap-3">
        <CodeBlock label="Request" code={[`${method} ${url}`, ...lines].join('\n')} wrap />
        {body && <CodeBlock label="Request body" code={body} wrap />}
      </div>
    </details>
  );
}
