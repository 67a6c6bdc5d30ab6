import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { type Icon, Monitor, Moon, Sun } from '~/components/icons/icons';
import { type FormEvent, useSyncExternalStore } from 'react';

type RootLoader = () => Promise<{ theme: string | null }>;

const choices: { theme: string; label: string; icon: Icon }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** A form for the light, dark or system theme, which comes back here. With script the theme changes without a request. */
export function ThemeSwitch() {
  const { pathname, search } = useLocation();
  const loaded = useRouteLoaderData<RootLoader>('root')?.theme ?? 'system';
  const chosen = useSyncExternalStore(followTheme, readTheme, () => loaded);
  return (
    <form method="post" action="/theme" onSubmit={chooseBesideThePage} className="px-3 py-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset className="flex items-center justify-between gap-3">
        <legend className="float-left font-medium">Theme</legend>
        <div className="flex gap-0.5 rounded-md bg-surface-hover p-0.5">
          {choices.map(({ theme, label, icon: Icon }) => (
            <button
              key={theme}
              name="theme"
              value={theme}
              title={label}
              aria-label={label}
              aria-pressed={theme === chosen}
              className="grid h-7 w-9 place-items-center rounded-sm text-ink-muted hover:text-ink aria-pressed:bg-surface-raised aria-pressed:text-ink aria-pressed:shadow-raised"
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}

const changed = 'themechange';
const yearSeconds = 365 * 24 * 60 * 60;

/** Stores the choice: in a cookie for the next page, in an attribute for this one. */
function chooseBesideThePage(event: FormEvent<HTMLFormElement>) {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const { dataset } = document.documentElement;
  const isSystem = submitter.value === 'system';
  document.cookie = `theme=${isSystem ? '' : submitter.value}; Max-Age=${isSystem ? 0 : yearSeconds}; Path=/; SameSite=Lax`;
  if (isSystem) delete dataset.theme;
  else dataset.theme = submitter.value;
  window.dispatchEvent(new Event(changed));
}

function followTheme(listener: () => void) {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}

function readTheme() {
  return document.documentElement.dataset.theme ?? 'system';
}
