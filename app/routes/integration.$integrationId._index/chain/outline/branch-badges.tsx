import { type FieldName, useField } from '@conform-to/react';
import { BellRing, CornerDownRight, Flag, type Icon, Redo2, RotateCcw, Send } from '~/components/icons/icons';
import { Badge } from '~/components/ui/badge';
import type { Tone } from '~/components/ui/tone';
import { useCallNames } from '../../form/fields/call-names';
import type { EditorForm } from '../../form/editor-form';
import { listOf } from '../../form/variable-scope';
import type { ConditionalForm, HandlingForm } from '../../form/step-schema';
import { listBranchBadges, type BranchBadge } from './step-labels';

export const branchBadgeStyles: Record<BranchBadge['kind'], { icon: Icon; tone: Tone }> = {
  retry: { icon: RotateCcw, tone: 'info' },
  webhook: { icon: Send, tone: 'accent' },
  stop: { icon: BellRing, tone: 'bad' },
  jump: { icon: CornerDownRight, tone: 'warn' },
  skip: { icon: Redo2, tone: 'caution' },
  end: { icon: Flag, tone: 'neutral' },
};

interface BranchBadgesProps {
  gap: number;
  conditionalName: FieldName<ConditionalForm[], EditorForm>;
  handlingName: FieldName<HandlingForm[], EditorForm> | undefined;
}

/** Shows what may happen between two calls, as badges with an icon and words. */
export function BranchBadges({ gap, conditionalName, handlingName }: BranchBadgesProps) {
  const calls = useCallNames();
  const [conditional] = useField(conditionalName);
  // There are no responses before the first call; a field that does not exist has no value.
  const [handling] = useField<HandlingForm[], EditorForm>(handlingName ?? 'noHandling');
  const marks = listBranchBadges(listOf(handling.value)[0], listOf(conditional.value)[0], calls, gap);
  if (marks.length === 0) return null;
  return (
    <ul aria-label="What may happen here" className="flex flex-wrap justify-center gap-2">
      {marks.map(({ kind, text }) => (
        <li key={text} className="flex max-w-full">
          <Badge icon={branchBadgeStyles[kind].icon} tone={branchBadgeStyles[kind].tone}>
            {text}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
