import { type FieldName, useField } from '@conform-to/react';
import { CircleAlert } from '~/components/icons/icons';
import { memo, useEffect, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { MethodBadge } from '~/components/http/method-badge';
import { useYieldPoint } from '~/components/network/yield-point';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { Permitted } from '~/components/user/permitted';
import { type PartTab, PartTabs } from './call-parts';
import { CallSections, countRemembered, listMapped } from './call-sections';
import { TestPanel } from '../test-call/test-panel';
import { ChainGap } from '../steps/chain-gap';
import { LazyLoopPart } from '../loops/lazy-loop-part';
import { useLoopAround } from '../nodes/nodes';
import { CallToolbar } from './call-toolbar';
import { ClosedCard } from './closed-card';
import { callAnchor } from '../chosen/anchors';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { CallPart } from '../../form/kept-calls';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { hasOtherLimits } from './other-limits';
import { PlaceholderField } from '../../form/fields/placeholder-field';
import { useCommandPaste } from './use-command-paste';
import { LazyAddressNote } from './lazy-address-note';
import { LazyInUseWarning } from './lazy-in-use-warning';
import { ScopeProvider } from '../../form/fields/scope-variables';
import { LazyVariableChips } from '../../form/fields/lazy-variable-chips';
import { nameCall } from '~/engine/definition/call-name';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The line beside everything in a loop; the parts below each other form one line. */
const rail =
  'relative before:absolute before:inset-y-0 before:-left-2 before:w-1 before:bg-info before:forced-color-adjust-none sm:before:-left-3';

interface CallCardProps {
  name: FieldName<CallForm, EditorForm>;
  listName: FieldName<CallForm[], EditorForm>;
  index: number;
  count: number;
  /** Whether this call is the open one. */
  isChosen: boolean;
  /** Whether it has to be ready, because it is about to be opened or the page is about to be printed. */
  isExpected?: boolean;
}

/**
 * A call's card, which contains only the call's values until the call is opened or wrong. Memoized, so that only its own changes
 * render it again: a chain may have fifty calls.
 */
export const CallCard = memo(function CallCard(props: CallCardProps) {
  useYieldPoint();
  const [call] = useField(props.name);
  const isShown = props.isChosen || props.isExpected || !call.valid;
  const [isDrawn, setIsDrawn] = useState(import.meta.env.SSR || isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  return isDrawn ? <DrawnCard {...props} /> : <ClosedCard name={props.name} />;
});

function DrawnCard({ name, listName, index, count, isChosen }: CallCardProps) {
  const [call] = useField(name);
  const { id, name: callName, note, url, method, handling, conditional, loop, wait } = call.getFieldset();
  const around = useLoopAround(index);
  const { refusal, inUse, keptCalls } = useEditorFeedback();
  const { valid } = call;
  const callId = id.initialValue ?? '';
  const [part, setPart] = useState<CallPart>(() => keptCalls?.find(callId)?.part ?? 'request');
  useEffect(() => keptCalls?.keep(callId, { part }), [keptCalls, callId, part]);
  // The card opens when its call is chosen, becomes wrong, or is wrong at a refused save; the user may close it again.
  const [shown, setShown] = useState({ isOpen: isChosen || !valid, isChosen, valid, refusal });
  if (shown.isChosen !== isChosen || shown.valid !== valid || shown.refusal !== refusal) {
    const isNewlyChosen = isChosen && !shown.isChosen;
    setShown({ isOpen: shown.isOpen || isNewlyChosen || !valid, isChosen, valid, refusal });
  }
  const isStepValid = handling.valid && conditional.valid;
  // An added step or wait is shown, whichever part of the call was open.
  const isAwaited = Boolean(wait.value?.kind);
  const [seenWait, setSeenWait] = useState(isAwaited);
  if (isAwaited !== seenWait) {
    setSeenWait(isAwaited);
    if (isAwaited) setPart('more');
  }
  const loops = loop.getFieldList().length;
  const steps = handling.getFieldList().length + conditional.getFieldList().length;
  const [seenSteps, setSeenSteps] = useState(steps);
  if (steps !== seenSteps) {
    setSeenSteps(steps);
    if (steps > seenSteps && part !== 'after') setPart('request');
  }
  const label = nameCall(callName.value, index);
  const place = { listName, label, index, count };
  return (
    <li data-call-card className={joinClassNames(!isChosen && 'folded:hidden')}>
      <div className={around && rail}>
        {(around || loops > 0) && (
          <LazyLoopPart list={loop} callIndex={index} first={around?.first ?? index} />
        )}
        <div
          data-chips
          className="group/card relative rounded-lg border border-line bg-surface-raised shadow-raised"
        >
          <input type="hidden" name={id.name} defaultValue={id.initialValue} key={id.key} />
          {inUse && <LazyInUseWarning callIndex={index} listName={listName} />}
          <details
            className="group/call relative"
            open={shown.isOpen}
            onToggle={({ currentTarget }) => setShown({ ...shown, isOpen: currentTarget.open })}
          >
            <summary className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 hover:bg-surface-hover sm:pl-6 sm:group-open/call:pr-68">
              <DetailsChevron />
              <span className="text-ink-muted tabular-nums">{index + 1}</span>
              <MethodBadge method={method.value ?? 'GET'} />
              <h3 dir="auto" title={label} className="min-w-0 truncate font-medium">
                {label}
              </h3>
              {!valid && (
                <span className="flex items-center gap-1 text-[0.8125rem] font-medium text-bad-ink">
                  <CircleAlert aria-hidden className="size-4" />
                  Needs attention
                </span>
              )}
              <span
                title={url.value}
                className="min-w-0 basis-full truncate pl-7 font-mono text-[0.8125rem] text-ink-muted group-open/call:hidden"
              >
                {url.value}
              </span>
              {note.value && (
                <span
                  dir="auto"
                  title={note.value}
                  className="min-w-0 basis-full truncate pl-7 text-[0.8125rem] text-ink-muted group-open/call:hidden"
                >
                  Note: {note.value}
                </span>
              )}
            </summary>
            {/* Who goes on by keys or listens meets the call's name first. */}
            <div className="flex justify-end px-gutter pb-3 sm:absolute sm:top-0 sm:right-0 sm:pt-3 sm:pb-0">
              <Permitted to="edit">
                <CallToolbar {...place} />
              </Permitted>
            </div>
            <ScopeProvider callIndex={index}>
              <CallFields
                name={name}
                label={label}
                index={index}
                isInLoop={around !== undefined}
                part={part}
                onChoose={setPart}
              />
            </ScopeProvider>
          </details>
        </div>
      </div>
      <div
        className={joinClassNames(
          around && index < around.last && rail,
          part !== 'request' && part !== 'after' && isStepValid && 'folded:hidden',
        )}
      >
        <ChainGap gap={index + 1} handling={handling} conditional={conditional} />
      </div>
    </li>
  );
}

interface CallFieldsProps {
  name: FieldName<CallForm, EditorForm>;
  label: string;
  index: number;
  isInLoop: boolean;
  /** The part that is shown. */
  part: CallPart;
  onChoose: (part: CallPart) => void;
}

function CallFields({ name, label, index, isInLoop, part, onChoose }: CallFieldsProps) {
  const [call] = useField(name);
  const { openedPart } = useEditorFeedback();
  const fields = call.getFieldset();
  const { method, url, headers, authConfig, body, responseMapping, timeoutSeconds } = fields;
  const pasteCommand = useCommandPaste(index);
  const steps = [fields.handling, fields.conditional];
  const { note, repeat, wait } = fields;
  const tabs: PartTab[] = [
    { part: 'request', label: 'Request', filled: false, isWrong: false },
    {
      part: 'auth',
      label: 'Auth',
      filled: (authConfig.value?.type ?? 'none') !== 'none',
      isWrong: !authConfig.valid,
    },
    { part: 'headers', label: 'Headers', filled: headers.getFieldList().length, isWrong: !headers.valid },
    { part: 'body', label: 'Body', filled: Boolean(body.value), isWrong: !body.valid },
    {
      part: 'mapping',
      label: 'Mapping',
      filled: listMapped(responseMapping.value).length + countRemembered(responseMapping.value),
      isWrong: !responseMapping.valid,
    },
    {
      part: 'after',
      label: 'After',
      filled: steps.filter((step) => step.getFieldList().length > 0).length,
      isWrong: !steps.every((step) => step.valid),
    },
    {
      part: 'more',
      label: 'More',
      filled: hasOtherLimits(fields) || Boolean(note.value || repeat.value?.kind || wait.value?.kind),
      isWrong: !note.valid || !timeoutSeconds.valid || !repeat.valid || !wait.valid,
    },
  ];
  return (
    <div
      id={callAnchor(index)}
      className="grid scroll-mt-12 gap-6 border-t border-line px-gutter py-4 wide:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div className="grid gap-field sm:grid-cols-[1fr_8rem]">
          <TextField
            field={fields.name}
            label="Call Name"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script, each press would lead to the beginning of the page
            autoFocus={index === openedPart}
          />
          <SelectField field={method} label="Method">
            {methods.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
          <div className="sm:col-span-2">
            <PlaceholderField
              field={url}
              label="URL"
              placeholder="https://api.example.com/v1/items/{{item_id}}"
              inputMode="url"
              aside={
                !url.value && (
                  <span className="text-[0.8125rem] text-ink-muted noscript:hidden">
                    Or paste a cURL command.
                  </span>
                )
              }
              onPaste={pasteCommand}
              className="font-mono"
            />
            <LazyAddressNote url={url.value ?? ''} />
          </div>
          {hasVariableHost(url.value) && (
            <div className="sm:col-span-2">
              <TextField
                field={fields.allowedHosts}
                label="Allowed hosts"
                hint="The host comes from a variable. List the hosts that may receive the token and secret headers, such as api.example.com or *.example.com."
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            </div>
          )}
        </div>
        <PartTabs name={`part-${index}`} label={label} tabs={tabs} chosen={part} onChoose={onChoose} />
        <CallSections name={name} index={index} isInLoop={isInLoop} part={part} />
        {part === 'after' && steps.every((step) => step.getFieldList().length === 0) && <AfterNote />}
      </div>
      <div className="min-w-0 wide:border-l wide:border-line wide:pl-5">
        {/* This column stays in view while the user scrolls through the fields. */}
        <div className="flex flex-col gap-6 wide:sticky wide:top-13 wide:-m-1 wide:max-h-[calc(100dvh-9rem)] wide:overflow-y-auto wide:p-1">
          <TestPanel
            callIndex={index}
            callId={fields.id.initialValue ?? ''}
            label={label}
            mapping={responseMapping}
            isPaged={repeat.value?.kind === 'pages'}
            isInLoop={isInLoop}
          />
          {/* Below each other, the variables would come between the tab and its steps, which are below the card. */}
          <div className={joinClassNames(part === 'after' && 'hidden wide:block')}>
            <LazyVariableChips />
          </div>
        </div>
      </div>
    </div>
  );
}

/** A note for an empty part: the steps themselves are shown below the card, between this call and the next. */
function AfterNote() {
  return (
    <p className="text-ink-muted">
      Nothing is set: once this call succeeds, the next one is sent. Below you add retries, rules for its
      responses, and a condition for the next call.
    </p>
  );
}

/** Checks whether the URL has a placeholder before its path. */
function hasVariableHost(url = ''): boolean {
  return /^[^/?#]*(\/+[^/?#]*)?\{\{/.test(url);
}
