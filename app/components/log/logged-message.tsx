import { LoggedPreview } from './logged-preview';
import { LoggedText, NoText } from './logged-text';
import type { TextView } from './text-view';

interface LoggedMessageProps {
  title: 'Request' | 'Response';
  /** The header fields, one a line. */
  headers: TextView | null;
  body: TextView | null;
  bodyLabel?: string | undefined;
  /** How many characters of the body are shown at first; all of them by default. */
  preview?: number | undefined;
}

/** A request or a response: its body, then its header fields, each with a copy button. */
export function LoggedMessage({
  title,
  headers,
  body,
  bodyLabel = `${title} Body`,
  preview,
}: LoggedMessageProps) {
  return (
    <div className="grid min-w-0 gap-4">
      {body && preview === undefined && <LoggedText label={bodyLabel} shown={body} />}
      {body && preview !== undefined && <LoggedPreview label={bodyLabel} shown={body} length={preview} />}
      {!body && title === 'Response' && <NoText label={bodyLabel} text="No response body" />}
      {headers ? (
        <LoggedText label={`${title} Headers`} shown={headers} />
      ) : (
        <NoText label={`${title} Headers`} text="No headers found" />
      )}
    </div>
  );
}
