import { useState } from 'react';
import { hasSingleKeys, keepSingleKeys } from '~/components/keys/single-keys';
import { Dialog } from '~/components/ui/dialog';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { isMac } from './save-shortcut';

/** Lists the keyboard shortcuts, with a switch for those that are a single letter. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  const main = isMac() ? '⌘' : 'Ctrl';
  const rows: [keys: string[], does: string][] = [
    [[main, 'S'], 'Save the configuration'],
    [[main, 'Z'], 'Bring back what you deleted last'],
    [[main, 'Enter'], 'Test the open call'],
    [[main, 'Shift', 'Enter'], 'Save, and test the whole chain'],
    [['J'], 'Open the next call'],
    [['K'], 'Open the call before'],
    [['N'], 'Add an API call'],
    [['?'], 'Show this list'],
    [['Enter'], 'In a row of a list: add the next row'],
    [['{{'], 'In a URL, a header or a body: choose a variable'],
  ];
  return (
    <Dialog title="Keyboard shortcuts" closeTo={onClose}>
      <dl className="divide-y divide-line">
        {rows.map(([keys, does]) => (
          <div key={does} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-ink-muted">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-line px-1.5 font-mono text-[0.75rem]">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox
          field={describeField('single-keys', { initialValue: isOn ? 'on' : undefined })}
          label="Single keys"
          hint="J, K, N and ? here, / on every screen and N on the dashboard, outside fields. Remembered in this browser."
          onChange={({ currentTarget }) => {
            if (keepSingleKeys(currentTarget.checked)) setOn(currentTarget.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
