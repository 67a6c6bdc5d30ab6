import { type FieldName, useField, useFormMetadata } from '@conform-to/react';
import { Flag, Zap } from '~/components/icons/icons';
import { type MouseEvent, useCallback, useDeferredValue, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Permitted } from '~/components/user/permitted';
import { useChosen } from '../chosen/chosen-call';
import { nodeAnchor, triggerAnchor } from '../chosen/anchors';
import { focusOpened } from '../chosen/focus-opened';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { describeTrigger } from '../../form/variable-scope';
import { TestBar } from '../test-run/test-bar';
import { useChainTest } from '../test-run/chain-test';
import { LazyJumpCurves } from './lazy-jump-curves';
import { LazyOutlineFilter } from './lazy-outline-filter';
import { findCall } from './find-call';
import { hasJumps, type OutlineNode } from './list-nodes';
import { useNodes } from './nodes';
import { OutlineActions } from './outline-actions';
import { traceLooks } from '../test-run/trace-look';
import { judgeEnds } from '../test-run/judge-ends';
import { LazyTestNote } from '../test-run/lazy-test-note';
import { CallNode, NodeLink, StepNode } from './outline-node';

/** The number of calls from which on the outline has a filter. */
const longFrom = 13;

interface OutlineProps {
  calls: FieldName<CallForm[], EditorForm>;
  trigger: FieldName<EditorForm['triggerConfig'], EditorForm>;
}

/**
 * The whole chain on one line, from the trigger to its end. Each node links to its part of the form: with script it opens
 * that part instead of the open one, without script the browser scrolls there.
 */
export function Outline({ calls, trigger }: OutlineProps) {
  const { id: formId, value } = useFormMetadata<EditorForm>();
  const [list] = useField<CallForm[], EditorForm>(calls);
  const [triggerField] = useField<EditorForm['triggerConfig'], EditorForm>(trigger);
  const { index: chosen, screen, choose, show } = useChosen();
  // Deferred, so that the browser paints the key press first.
  const shown = useDeferredValue(value);
  const nodes = useNodes();
  const rows = list.getFieldList();
  const test = useChainTest();
  const ends = test && judgeEnds(test);
  const hydrated = useHydrated();
  const [found, setFound] = useState<ReadonlySet<number>>();
  const jumps = !found && hasJumps(nodes);
  const open = useCallback(
    (event: MouseEvent, node: OutlineNode) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const { index } = findCall(formId, node);
      choose(index);
      focusOpened(nodeAnchor(node, index));
    },
    [choose, formId],
  );
  if (rows.length === 0) return null;

  const triggerText = describeTrigger(shown);
  const openTrigger = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show('trigger');
    focusOpened(triggerAnchor);
  };

  return (
    <nav
      aria-label="Outline"
      className={joinClassNames(
        'min-w-0 lg:sticky lg:top-13 lg:max-h-[calc(100dvh-8.5rem)] lg:overflow-y-auto',
        screen !== 'outline' && 'folded:max-lg:hidden',
      )}
    >
      <TestBar callIds={nodes.flatMap((node) => (node.kind === 'call' ? node.callId : []))} />
      {rows.length >= longFrom && (
        // The room is kept until the filter's script has come.
        <div className="z-2 mb-2 hidden h-12 bg-surface py-1 max-sm:h-13 lg:sticky lg:top-0 scripted:block">
          {hydrated && <LazyOutlineFilter count={rows.length} onFound={setFound} />}
        </div>
      )}
      <ol
        className={joinClassNames(
          'relative flex flex-col before:absolute before:inset-y-4 before:w-px before:bg-line-strong/40',
          // The curves of jumps are left of the line.
          jumps ? 'pl-4.5 before:left-8.5' : 'before:left-4',
          // A place among the calls that are left is no place in the chain.
          found && '[&_[data-call-handle]]:invisible',
        )}
      >
        <li>
          {jumps && <LazyJumpCurves nodes={nodes} />}
          <NodeLink
            href={`#${triggerAnchor}`}
            isCurrent={screen === 'trigger'}
            isWrong={!triggerField.valid}
            status={ends?.begin}
            onClick={openTrigger}
            dot={<Zap aria-hidden className="size-3.5" />}
          >
            <span className="min-w-0 truncate" title={triggerText}>
              {triggerText}
            </span>
            {ends && <LazyTestNote of={ends.begin} />}
          </NodeLink>
        </li>
        {(found ? nodes.filter((node) => node.kind === 'call' && found.has(node.index)) : nodes).map((node) =>
          node.kind === 'call' ? (
            <CallNode
              key={`call ${node.index}`}
              node={node}
              isCurrent={node.index === chosen && screen !== 'trigger'}
              isWrong={rows[node.index]?.valid === false}
              trace={test?.calls[node.callId]}
              onOpen={open}
            />
          ) : (
            <StepNode
              key={node.kind === 'loop' ? `loop ${node.index}` : `condition ${node.gap}`}
              node={node}
              trace={test?.conditions[node.id]}
              onOpen={open}
            />
          ),
        )}
        <li className="flex h-7 items-center gap-2.5 px-1 text-[0.8125rem] text-ink-muted">
          <span
            className={joinClassNames(
              'z-1 grid size-6 place-items-center bg-surface',
              ends?.end && traceLooks[ends.end].ink,
            )}
          >
            <Flag aria-hidden className="size-3.5" />
          </span>
          End
          {ends?.end && <LazyTestNote of={ends.end} />}
        </li>
      </ol>
      <Permitted to="edit">
        <OutlineActions list={list} />
      </Permitted>
    </nav>
  );
}
