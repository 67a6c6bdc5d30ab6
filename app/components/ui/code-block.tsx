import { formatCount } from '~/engine/texts/format-count';
import type { ReactNode } from 'react';
import { joinClassNames } from './class-names';
import { CopyButton } from './copy-button';

interface CodeBlockProps {
  /** The name of the content, as 'Request body': heading, accessible name, and '{label} copied to clipboard'. */
  label: string;
  code: string;
  /** What is to be known about the text, beside its label. */
  note?: string | undefined;
  /** How many lines are shown before 'Show more'. */
  collapsedLines?: number;
  /** Whether the end is missing because it was not kept. */
  truncated?: boolean;
  /** Whether long lines break instead of scrolling. */
  wrap?: boolean;
}

/** A text as a machine sent it: monospaced, scrolling within itself, and copied whole. */
export function CodeBlock({ label, code, note, collapsedLines = 20, truncated, wrap }: CodeBlockProps) {
  const lines = code.split('\n');
  // One or two hidden lines are not worth a click.
  const collapsed = lines.length > collapsedLines + 2;
  const shown = collapsed ? lines.slice(0, collapsedLines).join('\n') : code;
  const hiddenCount = lines.length - collapsedLines;
  return (
    <CodeFrame label={label} code={code} note={note} truncated={truncated}>
      <Code label={label} wrap={wrap}>
        {shown}
      </Code>
      {collapsed && (
        <details className="group border-t border-line">
          <summary className="px-4 py-2 text-[0.8125rem] font-medium text-accent-ink -outline-offset-2! hover:bg-surface-hover">
            <span className="group-open:hidden">Show {formatCount(hiddenCount)} more lines</span>
            <span className="hidden group-open:inline">Show fewer lines</span>
          </summary>
          <Code label={`${label}, continued`} wrap={wrap}>
            {lines.slice(collapsedLines).join('\n')}
          </Code>
        </details>
      )}
    </CodeFrame>
  );
}

interface CodeFrameProps extends Pick<CodeBlockProps, 'label' | 'code' | 'note' | 'truncated'> {
  className?: string;
  children: ReactNode;
}

/** The frame of a text, however the text is shown: its label, and a button that copies all of it. */
export function CodeFrame({ label, code, note, truncated, className, children }: CodeFrameProps) {
  return (
    <div
      className={joinClassNames(
        'min-w-0 overflow-clip rounded-md border border-line bg-surface-sunken',
        className,
      )}
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-4">
        <p className="flex min-w-0 flex-wrap gap-x-3 text-[0.8125rem] text-ink-muted">
          <span className="max-w-full font-medium wrap-anywhere">
            {label}
            {truncated && ' (truncated)'}
          </span>
          {note && <span>{note}</span>}
        </p>
        <CopyButton label={label} text={code} />
      </div>
      {children}
    </div>
  );
}

interface CodeProps {
  label: string;
  wrap?: boolean;
  children: string;
}

/**
 * Makes a text focusable, so that keys can scroll it: not every browser allows that otherwise. It is a group and not a region:
 * a page shows many blocks of one name, and landmarks of one name do not help anybody find their way.
 */
const scrollable = { role: 'group', tabIndex: 0 } as const;

/** The text alone, without heading and button. */
export function Code({ label, wrap, children }: CodeProps) {
  return (
    <pre
      {...scrollable}
      aria-label={label}
      className={joinClassNames(
        'overflow-x-auto p-4 font-mono text-[0.8125rem] leading-5 -outline-offset-2!',
        wrap && 'wrap-anywhere whitespace-pre-wrap',
      )}
    >
      <code>{children}</code>
    </pre>
  );
}
