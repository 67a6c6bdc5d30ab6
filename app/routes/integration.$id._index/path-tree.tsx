import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Plus } from 'lucide-react';
import { Button } from '~/components/ui/button';
import type { FoundPath } from '~/engine/path-discovery';
import type { CallForm, EditorForm } from './editor-schema';
import { toSnakeCase } from './field-edits';
import { listAllVariables } from './scope';

interface PathTreeProps {
  paths: FoundPath[];
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
  callIndex: number;
  title: string;
}

/** What an answer held: each field is a button that maps it to a variable named after it. */
export function PathTree({ paths, mapping, callIndex, title }: PathTreeProps) {
  const form = useFormMetadata<EditorForm>();
  if (paths.length === 0) return null;
  const { extractFields } = mapping.getFieldset();
  const rows = extractFields.getFieldList().map((row) => row.getFieldset().jsonPath.value);
  const taken = new Set(listAllVariables(form.value).map((name) => name.toLowerCase()));
  const propose = (path: FoundPath) =>
    form.insert.getButtonProps({
      name: extractFields.name,
      defaultValue: { jsonPath: path.jsonPath, saveAs: proposeName(path, taken, callIndex) },
    });
  return (
    <details className="rounded-md border border-line px-4 py-2" open>
      <summary className="min-h-8 font-medium">{title}</summary>
      <p className="mb-2 text-[0.8125rem] text-ink-muted">Press a field to save it as a variable.</p>
      <Branch paths={paths} mapped={new Set(rows)} propose={propose} />
    </details>
  );
}

interface BranchProps {
  paths: FoundPath[];
  mapped: Set<string | undefined>;
  propose: (path: FoundPath) => ReturnType<ReturnType<typeof useFormMetadata>['insert']['getButtonProps']>;
}

function Branch({ paths, mapped, propose }: BranchProps) {
  return (
    <ul className="flex flex-col gap-1 border-l border-line pl-3">
      {paths.map((path) => (
        <li key={path.jsonPath} className="min-w-0">
          <div className="flex min-w-0 items-center gap-2">
            <Button
              type="submit"
              size="sm"
              variant="quiet"
              icon={Plus}
              className="max-w-full font-mono"
              aria-label={`Map ${path.jsonPath}`}
              disabled={mapped.has(path.jsonPath)}
              {...propose(path)}
            >
              {path.name}
            </Button>
            <span className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
              {mapped.has(path.jsonPath) ? 'Mapped' : path.sample}
            </span>
          </div>
          {path.children.length > 0 && <Branch paths={path.children} mapped={mapped} propose={propose} />}
        </li>
      ))}
    </ul>
  );
}

/** `.data.items[0].id` → `id`, or `items_id` when that is taken, and a number when all else is. */
function proposeName({ jsonPath }: FoundPath, taken: Set<string>, callIndex: number): string {
  const words = jsonPath.match(/[\p{L}_][\p{L}\p{N}_-]*/gu) ?? [];
  const names = words.map((_word, index) => toSnakeCase(words.slice(-1 - index).join('_')));
  const usable = [...names, `call_${callIndex + 1}_value`].filter((name) => /^[a-z_]\w*$/.test(name));
  const free = usable.find((name) => !taken.has(name));
  if (free) return free;
  const base = usable[0] ?? 'value';
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
