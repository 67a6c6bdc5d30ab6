import { CopyButton } from '~/components/ui/copy-button';
import { Code } from '~/components/ui/code-block';
import { LoggedText, Notes } from './logged-text';
import type { TextView } from '../log-view/execution-view';

interface LoggedPreviewProps {
  label: string;
  shown: TextView;
  /** Characters shown before the whole is asked for. */
  length: number;
}

/** The beginning of a text of the log; the whole, which is also what is copied, opens below it. */
export function LoggedPreview({ label, shown, length }: LoggedPreviewProps) {
  const { text } = shown;
  if (text.length <= length) return <LoggedText label={label} shown={shown} />;
  return (
    <div className="min-w-0">
      <div className="group/preview overflow-clip rounded-md border border-line bg-surface-sunken">
        <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4">
          <span className="min-w-0 truncate text-[0.8125rem] font-medium text-ink-muted">{label}</span>
          <CopyButton label={label} text={text} />
        </div>
        <div className="group-has-[details[open]]/preview:hidden">
          <Code label={label} wrap>{`${text.slice(0, length)}…`}</Code>
        </div>
        <details className="group/whole border-t border-line">
          <summary className="px-4 py-2 text-[0.8125rem] font-medium text-accent-ink -outline-offset-2! hover:bg-surface-hover">
            <span className="group-open/whole:hidden">
              Show all {text.length.toLocaleString('en')} characters
            </span>
            <span className="hidden group-open/whole:inline">Show only the beginning</span>
          </summary>
          <Code label={`${label}, whole`} wrap>
            {text}
          </Code>
        </details>
      </div>
      <Notes notes={shown.notes} />
    </div>
  );
}
