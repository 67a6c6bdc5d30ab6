import { CodeBlock } from '../ui/code-block';
import type { TextView } from './text-view';

/** Matches longer lines: broken, they would fill the screen, so they scroll. */
const longLine = /^.{2000}/m;

/** A text of the log with its copy button, and notes on missing parts. */
export function LoggedText({ label, shown }: { label: string; shown: TextView }) {
  return (
    <div className="min-w-0">
      <CodeBlock label={label} code={shown.text} collapsedLines={16} wrap={!longLine.test(shown.text)} />
      <Notes notes={shown.notes} />
    </div>
  );
}

/** The notes on a text, below it. */
export function Notes({ notes }: { notes: string[] }) {
  return notes.map((note) => (
    <p key={note} className="mt-1.5 text-[0.8125rem] text-ink-muted">
      {note}
    </p>
  ));
}

/** Shown instead of a text that the log does not have. */
export function NoText({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0 overflow-clip rounded-md border border-line bg-surface-sunken">
      <p className="border-b border-line px-4 py-2.5 text-[0.8125rem] font-medium text-ink-muted">{label}</p>
      <p className="px-4 py-3 text-[0.8125rem] text-ink-muted">{text}</p>
    </div>
  );
}
