import { formatCount } from '~/engine/texts/format-count';
import { ChevronRight } from '~/components/icons/icons';
import { type JsonOutline, outlineJson } from './json-outline';
import { joinClassNames } from '../ui/class-names';
import { CodeBlock, CodeFrame } from '../ui/code-block';

export interface JsonViewProps {
  /** The name of the content, as 'Response body'. */
  label: string;
  /** The text as it was sent; shown unchanged when it is not JSON. */
  text: string;
  truncated?: boolean;
  /** How many levels are open at first. */
  openLevels?: number;
}

/**
 * JSON as a tree of `<details>`, which opens and closes without script. All of it is rendered as text. The copy button copies
 * the whole text, also what the tree leaves out.
 */
export function JsonView({ label, text, truncated, openLevels = 2 }: JsonViewProps) {
  const root = outlineJson(text);
  if (!root) return <CodeBlock label={label} code={text} truncated={truncated} wrap />;
  return (
    <CodeFrame label={label} code={text} truncated={truncated}>
      <div className="py-2 pr-4 pl-2 font-mono text-[0.8125rem] leading-6 wrap-anywhere">
        <Node value={root} openLevels={openLevels} />
      </div>
    </CodeFrame>
  );
}

interface NodeProps {
  name?: string;
  value: JsonOutline;
  openLevels: number;
}

function Node({ name, value, openLevels }: NodeProps) {
  if (value.kind === 'scalar') {
    return (
      <div className="pl-5">
        <Name name={name} />
        <span className={scalarLook[value.type]}>{value.text}</span>
      </div>
    );
  }
  if (value.kind === 'too-deep' || value.size === 0) {
    return (
      <div className="pl-5">
        <Name name={name} />
        <span className="text-ink-muted">
          {value.kind === 'too-deep' ? '… nested deeper' : empty[value.kind]}
        </span>
      </div>
    );
  }
  return (
    <details open={openLevels > 0} className="group/node">
      <summary className="flex items-start gap-1 rounded-sm hover:bg-surface-hover">
        <ChevronRight
          aria-hidden
          className="mt-1 size-4 shrink-0 text-ink-muted transition-transform [[open]>summary>&]:rotate-90"
        />
        <span>
          <Name name={name} />
          <span className="text-ink-muted">{describeSize(value)}</span>
        </span>
      </summary>
      <div className="ml-2 border-l border-line pl-2">
        {value.entries.map((entry) => (
          <Node key={entry.key} name={entry.key} value={entry.value} openLevels={openLevels - 1} />
        ))}
        {value.leftOut > 0 && (
          <div className="pl-5 text-ink-muted">… {formatCount(value.leftOut)} more not shown</div>
        )}
      </div>
    </details>
  );
}

const empty = { list: '[ ]', object: '{ }' };

const scalarLook = {
  string: 'text-good-ink',
  number: 'text-info-ink tabular-nums',
  boolean: 'text-caution-ink',
  null: 'text-ink-muted',
};

function Name({ name }: { name?: string }) {
  if (name === undefined) return null;
  return <span className={joinClassNames('text-ink', 'after:content-[":_"]')}>{name}</span>;
}

function describeSize({ kind, size }: { kind: 'list' | 'object'; size: number }) {
  if (kind === 'list') return size === 1 ? '[1 item]' : `[${formatCount(size)} items]`;
  return size === 1 ? '{1 field}' : `{${formatCount(size)} fields}`;
}
