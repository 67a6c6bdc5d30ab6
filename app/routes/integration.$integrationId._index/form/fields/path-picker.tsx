import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Plus } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { DetailsChevron } from '~/components/ui/details-chevron';
import type { FoundPath } from '~/engine/paths/path-discovery';
import type { CallForm, EditorForm } from '../editor-form';
import { toSnakeCase } from '../normalize-input';
import { listAllVariables } from '../variable-scope';

interface PathPickerProps {
  paths: FoundPath[];
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  callIndex: number;
  title: string;
}

/** Shows the fields of a response. Each is a button that maps it to a variable named after it. */
export function PathPicker({ paths, mapping, callIndex, title }: PathPickerProps) {
  const form = useFormMetadata<EditorForm>();
  if (paths.length === 0) return null;
  const { extractFields } = mapping.getFieldset();
  const rows = extractFields.getFieldList().map((row) => row.getFieldset().jsonPath.value);
  const taken = new Set(listAllVariables(form.value).map((name) => name.toLowerCase()));
  const propose = (path: FoundPath) =>
    form.insert.getButtonProps({
      name: extractFields.name,
      defaultValue: {
        jsonPath: path.jsonPath,
        saveAs: proposeName(path, taken, `call_${callIndex + 1}_value`),
      },
    });
  return (
    <details className="rounded-md border border-line px-4 py-2" open>
      <summary className="min-h-8 font-medium">{title}</summary>
      <p className="mb-2 text-[0.8125rem] text-ink-muted">Press a field to save it as a variable.</p>
      <PathList
        paths={paths}
        used={new Set(rows)}
        usedText="Mapped"
        describe={(path) => `Map ${path}`}
        propose={propose}
      />
    </details>
  );
}

interface PathListProps {
  paths: FoundPath[];
  /** The paths that need no button any more, and the text beside them. */
  used: Set<string | undefined>;
  usedText: string;
  /** Describes what the button of a path does. */
  describe: (jsonPath: string) => string;
  propose: (path: FoundPath) => ReturnType<ReturnType<typeof useFormMetadata>['insert']['getButtonProps']>;
}

/** Lists paths in a JSON value. Each is a button that adds the row that `propose` returns. Further paths are folded. */
export function PathList({ paths, ...rest }: PathListProps) {
  const further = paths.filter(({ isFurther }) => isFurther);
  return (
    <ul className="flex flex-col gap-1 border-l border-line pl-3">
      {paths.map((path) => !path.isFurther && <PathItem key={path.jsonPath} path={path} {...rest} />)}
      {further.length > 0 && (
        <li className="min-w-0">
          <details>
            <summary className="flex min-h-8 items-center gap-1.5 px-3 text-[0.8125rem] text-ink-muted hover:text-ink">
              <DetailsChevron />
              {further.length === 1 ? '1 more field' : `${further.length} more fields`}
            </summary>
            <ul className="flex flex-col gap-1">
              {further.map((path) => (
                <PathItem key={path.jsonPath} path={path} {...rest} />
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

function PathItem({ path, ...rest }: Omit<PathListProps, 'paths'> & { path: FoundPath }) {
  const { used, usedText, describe, propose } = rest;
  return (
    <li className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        <Button
          type="submit"
          size="sm"
          variant="quiet"
          icon={Plus}
          className="max-w-full font-mono"
          aria-label={describe(path.jsonPath)}
          disabled={used.has(path.jsonPath)}
          data-add="path"
          {...propose(path)}
        >
          {path.name}
        </Button>
        <span className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
          {used.has(path.jsonPath) ? usedText : path.sample}
        </span>
      </div>
      {path.children.length > 0 && <PathList {...rest} paths={path.children} />}
    </li>
  );
}

/** Proposes a name: `.data.items[0].id` → `id`, or `items_id` when that is taken; with a number when all are taken. */
export function proposeName({ jsonPath }: FoundPath, taken: Set<string>, fallback: string): string {
  const words = jsonPath.match(/[\p{L}_][\p{L}\p{N}_-]*/gu) ?? [];
  const names = words.map((_word, index) => toSnakeCase(words.slice(-1 - index).join('_')));
  const usable = [...names, fallback].filter((name) => /^[a-z_]\w*$/.test(name));
  const free = usable.find((name) => !taken.has(name));
  if (free) return free;
  const base = usable[0] ?? 'value';
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
