import { CircleAlert, Diamond, Hourglass, type Icon, Repeat2, TriangleAlert } from '~/components/icons/icons';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { MethodBadge } from '~/components/http/method-badge';
import { joinClassNames } from '~/components/ui/class-names';
import type { CallTrace, ConditionTrace } from '~/services/test-runs/chain-test';
import type { TestLogStatus } from '~/services/test-runs/log-schema';
import { nodeAnchor } from '../chosen/anchors';
import { branchBadgeStyles } from '../outline/branch-badges';
import { traceLooks } from '../test-run/trace-look';
import { LazyTestNote } from '../test-run/lazy-test-note';
import { LazyDragHandle } from './lazy-drag-handle';
import type { OutlineNode } from './list-nodes';

interface NodeLinkProps {
  href: string;
  isCurrent: boolean;
  /** Whether something in the node's part is wrong. */
  isWrong: boolean;
  /** The status of this node in the last test. */
  status?: TestLogStatus | undefined;
  /** The content of the mark on the line. */
  dot: ReactNode;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
}

/** One node of the line, as a link. */
export function NodeLink({ href, isCurrent, isWrong, status, dot, onClick, children }: NodeLinkProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className={joinClassNames(
        'flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-1 -outline-offset-2!',
        isCurrent ? 'font-medium lg:bg-accent-soft' : 'hover:bg-surface-hover',
      )}
    >
      <span
        className={joinClassNames(
          'z-1 grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
          describeMark(isWrong, isCurrent, status),
        )}
      >
        {dot}
      </span>
      {children}
      {isWrong && (
        <span title="Needs attention" className="ml-auto shrink-0 text-bad-ink">
          <CircleAlert aria-hidden className="size-4" />
          <span className="sr-only">Needs attention</span>
        </span>
      )}
    </a>
  );
}

function describeMark(isWrong: boolean, isCurrent: boolean, status: TestLogStatus | undefined): string {
  if (isWrong) return 'bg-surface-raised border-bad text-bad-ink';
  if (status) return joinClassNames(traceLooks[status].mark, status === 'skipped' && 'bg-surface');
  const plain = 'bg-surface-raised';
  return joinClassNames(plain, isCurrent ? 'border-accent text-accent-ink' : 'border-line-strong/60');
}

/** The line beside everything in a loop. */
const railOnLine =
  'relative before:absolute before:top-0 before:bottom-0 before:left-3.75 before:w-0.75 before:bg-info before:forced-color-adjust-none';

/** Opens the part of a node. */
type OpenNode = (event: MouseEvent, node: OutlineNode) => void;

interface CallNodeProps {
  node: Extract<OutlineNode, { kind: 'call' }>;
  isCurrent: boolean;
  isWrong: boolean;
  trace: CallTrace | undefined;
  onOpen: OpenNode;
}

/** Memoized, so that only changes of its own call render it again: a chain may have fifty calls. */
export const CallNode = memo(function CallNode({ node, isCurrent, isWrong, trace, onOpen }: CallNodeProps) {
  const { index, callId, label, method, marks, wait, unknown, isInLoop } = node;
  return (
    <li
      data-outline-call
      className={joinClassNames(
        'group/node flex min-w-0 items-center max-sm:@container',
        isInLoop && railOnLine,
      )}
    >
      <NodeLink
        href={`#${nodeAnchor(node, index)}`}
        isCurrent={isCurrent}
        isWrong={isWrong}
        status={trace?.status}
        dot={index + 1}
        onClick={(event) => onOpen(event, node)}
      >
        {/* With large text on a phone, the name alone has room. */}
        <span className="flex @max-[16rem]:sr-only">
          <MethodBadge method={method} isSmall />
        </span>
        <span dir="auto" className="min-w-0 truncate text-left" title={label}>
          {label}
        </span>
        {/* The name comes first: marks that have no room beside it are in a line that is not shown. One always has. */}
        <span className="flex h-3.5 min-w-3.5 flex-1 basis-0 flex-wrap justify-end gap-x-1.5 overflow-hidden empty:hidden">
          {wait && <Mark icon={Hourglass} text={`Wait: ${wait}`} />}
          {marks.map(({ kind, text }) => (
            <Mark key={kind} icon={branchBadgeStyles[kind].icon} text={text} />
          ))}
        </span>
        <UnknownMark unknown={unknown} />
        {trace && <LazyTestNote of={trace} />}
      </NodeLink>
      <LazyDragHandle callId={callId} label={label} index={index} />
    </li>
  );
});

function Mark({ icon: Icon, text }: { icon: Icon; text: string }) {
  return (
    <span title={text} className="shrink-0 text-ink-muted">
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function UnknownMark({ unknown }: { unknown: string[] }) {
  if (unknown.length === 0) return null;
  return (
    <span title={`Cannot be filled in: ${unknown.join(', ')}`} className="shrink-0 text-warn-ink">
      <TriangleAlert aria-hidden className="size-4" />
      <span className="sr-only">
        {unknown.length === 1 ? '1 placeholder' : `${unknown.length} placeholders`} cannot be filled in
      </span>
    </span>
  );
}

interface StepNodeProps {
  node: Exclude<OutlineNode, { kind: 'call' }>;
  /** The trace of a condition; a loop has none. */
  trace: ConditionTrace | undefined;
  onOpen: OpenNode;
}

/** The node of a condition or of a loop. */
export const StepNode = memo(function StepNode({ node, trace, onOpen }: StepNodeProps) {
  const { text, index } = node;
  const isLoop = node.kind === 'loop';
  const ink = trace?.isMet ? 'text-good' : trace ? 'text-caution' : 'text-warn';
  const Icon = isLoop ? Repeat2 : Diamond;
  return (
    <li className={joinClassNames((isLoop || node.isInLoop) && railOnLine, isLoop && 'before:top-3.5')}>
      <a
        href={`#${nodeAnchor(node, index)}`}
        onClick={(event) => onOpen(event, node)}
        title={trace ? `${text}\nLast test: ${trace.message}` : text}
        className="flex h-7 items-center gap-2.5 rounded-md px-1 text-[0.8125rem] text-ink-muted -outline-offset-2! hover:bg-surface-hover"
      >
        <span
          className={joinClassNames(
            'z-1 grid size-6 shrink-0 place-items-center bg-surface',
            isLoop ? 'text-info' : ink,
          )}
        >
          <Icon aria-hidden className="size-3.5" />
        </span>
        <span className="min-w-0 flex-1 truncate">{text}</span>
        {isLoop && <UnknownMark unknown={node.unknown} />}
        {trace && <ConditionNote trace={trace} />}
        {!isLoop && node.target !== undefined && (
          <span className="sr-only">May jump to call {node.target}</span>
        )}
      </a>
    </li>
  );
});

function ConditionNote({ trace: { isMet, message } }: { trace: ConditionTrace }) {
  return (
    // Aligned with the notes of calls, which have a drag handle at the edge.
    <span className={joinClassNames('mr-7 shrink-0 text-xs', isMet ? 'text-good-ink' : 'text-caution-ink')}>
      <span className="sr-only">Last test: </span>
      {isMet ? 'met' : 'not met'}
      <span className="sr-only">, {message}</span>
    </span>
  );
}
