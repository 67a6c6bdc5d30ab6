import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { useParams } from '@remix-run/react';
import { CalendarCheck } from '~/components/icons/icons';
import { type MouseEvent, useRef, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import type { EditorForm } from '../form/editor-form';
import { readCurrentForm } from '../form/read-form';
import type { SchedulePreview } from '../../integration.$integrationId/schedule-preview.server';
import { TimezoneList } from './timezone-list';

const commonPatterns = [
  { pattern: '*/15 * * * *', label: 'Every 15 minutes' },
  { pattern: '0 * * * *', label: 'Every hour' },
  { pattern: '0 9 * * *', label: 'Every day at 09:00' },
  { pattern: '0 9 * * 1-5', label: 'Monday to Friday at 09:00' },
  { pattern: '0 9 * * 1', label: 'Every Monday at 09:00' },
  { pattern: '0 0 1 * *', label: '1st of each month at 00:00' },
];

interface CronFieldsProps {
  cron: FieldMetadata<EditorForm['triggerConfig']['cron'], EditorForm>;
  isChosen: boolean;
  schedule: SchedulePreview | undefined;
}

/** The buttons for common schedules, the fields for a pattern and a time zone, and the next runs. */
export function CronFields({ cron, isChosen, schedule }: CronFieldsProps) {
  const form = useFormMetadata<EditorForm>();
  const { cronExpression, timezone, missedRuns } = cron.getFieldset();
  const { integrationId } = useParams();
  const [answer, setAnswer] = useState<SchedulePreview | null>();
  const preview = answer === undefined ? schedule : answer;
  const asking = useRef<AbortController>();
  // Only the server computes the next runs. Without its answer none are shown, and a save checks the schedule again.
  const ask = (pattern?: string) => {
    const typed = readCurrentForm(form.id)?.triggerConfig?.cron;
    const query = new URLSearchParams({
      cronExpression: pattern ?? typed?.cronExpression ?? '',
      timezone: typed?.timezone ?? '',
    });
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    const url = `/integration/${integrationId}/schedule?${query}`;
    void fetchJson<{ schedule: SchedulePreview | null }>(url, signal).then((found) => {
      if (!signal.aborted) setAnswer(found?.schedule ?? null);
    });
  };
  const check = (event: MouseEvent) => {
    event.preventDefault();
    for (const field of [cronExpression, timezone]) form.validate({ name: field.name });
    ask();
  };
  const choose = (event: MouseEvent, pattern: string) => {
    event.preventDefault();
    form.update({ name: cronExpression.name, value: pattern });
    ask(pattern);
  };
  return (
    <div className="flex flex-col gap-6" onBlur={() => ask()}>
      <fieldset aria-label="Common schedules" className="flex flex-wrap gap-2">
        {commonPatterns.map(({ pattern, label }) => (
          <Button
            key={pattern}
            type="submit"
            size="sm"
            {...form.update.getButtonProps({ name: cronExpression.name, value: pattern })}
            onClick={(event) => choose(event, pattern)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          field={cronExpression}
          label="Cron expression"
          hint="Five fields: minute, hour, day of month, month, day of week."
          placeholder="0 9 * * 1-5"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          field={timezone}
          label="Time zone"
          hint="Type to search, for example London or New_York."
          list="cron-timezones"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <SelectField field={missedRuns} label="Runs missed while the server was down" className="sm:max-w-sm">
        <option value="once">Run once, for the latest</option>
        <option value="none">Skip them</option>
        <option value="all">Run all of them</option>
      </SelectField>
      <div>
        <Button
          type="submit"
          icon={CalendarCheck}
          {...form.validate.getButtonProps({ name: cron.name })}
          onClick={check}
        >
          Check schedule
        </Button>
        <TimezoneList id="cron-timezones" isWanted={isChosen} />
      </div>
      <div aria-live="polite" className="empty:hidden">
        {preview && <NextRuns {...preview} />}
      </div>
    </div>
  );
}

function NextRuns({ cronExpression, timezone, words, nextRuns, warnings }: SchedulePreview) {
  return (
    <div className="flex flex-col gap-3">
      {words && <p className="text-base font-medium">{words}</p>}
      <p className="text-ink-muted">
        Next runs of <code>{cronExpression}</code> in {timezone}
      </p>
      <ol className="flex flex-col gap-1 tabular-nums">
        {nextRuns.map((run) => (
          <li key={run}>{run}</li>
        ))}
      </ol>
      {warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {warning}
        </Banner>
      ))}
    </div>
  );
}
