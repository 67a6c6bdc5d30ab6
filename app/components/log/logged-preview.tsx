import { formatCount } from '~/engine/texts/format-count';
import { Code, CodeFrame } from '../ui/code-block';
import { LoggedText, Notes } from './logged-text';
import type { TextView } from './text-view';

interface LoggedPreviewProps {
  label: string;
  shown: TextView;
  /** How many characters are shown before the user asks for the whole text. */
  length: number;
}

/** The beginning of a text of the log; the whole text opens below it and is what the button copies. */
export function LoggedPreview({ label, shown, length }: LoggedPreviewProps) {
  const { text } = shown;
  if (text.length <= length) return <LoggedText label={label} shown={shown} />;
  return (
    <div className="min-w-0">
      <CodeFrame label={label} code={text} className="group/preview">
        <div className="group-has-[details[open]]/preview:hidden">
          <Code label={label} wrap>{`${text.slice(0, length)}…`}</Code>
        </div>
        <details className="group/whole border-t border-line">
          <summary className="px-4 py-2 text-[0.8125rem] font-medium text-accent-ink -outline-offset-2! hover:bg-surface-hover">
            <span className="group-open/whole:hidden">Show all {formatCount(text.length)} characters</span>
            <span className="hidden group-open/whole:inline">Show only the beginning</span>
          </summary>
          <Code label={`${label}, whole`} wrap>
            {text}
          </Code>
        </details>
      </CodeFrame>
      <Notes notes={shown.notes} />
    </div>
  );
}
