import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type Icon,
} from '~/components/icons/icons';
import { saysOnlyFirstRun } from '~/engine/memory/first-run';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { triggerNames } from './trigger-names';
import { joinClassNames } from '../ui/class-names';
import { markTone, type Tone } from '../ui/tone';

/** The words and the icon of a status. */
export interface StatusLook {
  text: string;
  icon: Icon;
  tone: Tone;
}

const known: Record<ExecutionStatus, StatusLook> = {
  queued: { text: 'Execution queued', icon: Clock, tone: 'neutral' },
  running: { text: 'Execution in progress', icon: LoaderCircle, tone: 'info' },
  completed: { text: 'Execution completed successfully', icon: CircleCheck, tone: 'good' },
  error: { text: 'Execution failed', icon: CircleX, tone: 'bad' },
  cancelled: { text: 'Execution cancelled', icon: Ban, tone: 'neutral' },
};

/** The look of a running execution that waits before a call, which may take days; filters count it as running. */
const waiting: StatusLook = { text: 'Execution waiting', icon: Hourglass, tone: 'info' };

/** The look of a completed execution with a note that warns, as that items failed. */
const completedWithNote: StatusLook = { text: 'Execution completed', icon: CircleAlert, tone: 'caution' };

const looks: Partial<Record<string, StatusLook>> = { ...known, waiting };

const unknown: StatusLook = { text: 'Unknown status', icon: CircleHelp, tone: 'warn' };

function lookOf(status: string, note: string | null): StatusLook {
  if (status === 'completed' && note !== null && !saysOnlyFirstRun(note)) return completedWithNote;
  return looks[status] ?? unknown;
}

/** Names a status. With a note that warns, as that items failed, a completed execution is not called successful. */
export function describeStatus(status: string, note: string | null = null): string {
  return lookOf(status, note).text;
}

/** The colour of the note on a completed execution. */
export function inkOfNote(note: string): string {
  return saysOnlyFirstRun(note) ? 'text-ink-muted' : 'text-caution-ink';
}

/** The statuses to choose from, in few words; the most wanted come first. */
export const statusChips: { value: ExecutionStatus | ''; text: string }[] = [
  { value: '', text: 'All' },
  { value: 'error', text: 'Failed' },
  { value: 'completed', text: 'Completed' },
  { value: 'running', text: 'Running' },
  { value: 'queued', text: 'Queued' },
  { value: 'cancelled', text: 'Cancelled' },
];

/** Reads a status from an address; undefined when it is not one. */
export function parseStatus(text: string): ExecutionStatus | undefined {
  return Object.hasOwn(known, text) ? (text as ExecutionStatus) : undefined;
}

/** The icon of a status; the text stands beside it. */
export function StatusIcon({ status, note }: { status: string; note: string | null }) {
  const { icon: Icon, tone } = lookOf(status, note);
  return (
    <Icon
      aria-hidden
      className={joinClassNames('size-5 shrink-0', markTone[tone], status === 'running' && 'animate-spin')}
    />
  );
}

/** The triggers to choose from, with their names. */
export const triggerOptions = Object.entries(triggerNames).map(([value, text]) => ({ value, text }));
