import { type ComponentType, useState } from 'react';
import { type LazyPart, lazyPart } from '~/components/network/lazy-part';
import {
  describeStored,
  collectTypedTexts,
  type StoredField,
  type TypedTexts,
} from '~/components/network/typed-values';

/**
 * Returns fields of the form whose script is loaded later. Until then, or when loading fails, hidden inputs keep the
 * fields' values, so that a save changes only what was typed before.
 */
export function lazyFields<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  fields: (props: Props) => StoredField[],
): LazyPart<Props> {
  function Kept({ typed, ...props }: Props & { typed?: TypedTexts }) {
    return <KeptFields fields={fields(props as unknown as Props)} typed={typed} />;
  }
  return lazyPart(drawn, load, { until: Kept, fields });
}

interface KeptFieldsProps {
  fields: StoredField[];
  /** The texts that the user typed into the server-rendered fields before these inputs replaced them. */
  typed?: TypedTexts | undefined;
}

/** Hidden inputs, one for each value that is not empty. */
export function KeptFields({ fields, typed }: KeptFieldsProps) {
  const from = describeStored(fields);
  const [first] = useState(() => {
    if (typed) collectTypedTexts(fields, typed);
    return { from, typed };
  });
  const stored = fields.flatMap(({ name, initialValue }) => listTexts(name, initialValue));
  // After a change of the form, Conform's values contain what was typed.
  const values = new Map([...stored, ...((first.from === from && first.typed) || [])]);
  return [...values].map(([name, value]) => (
    <input key={name} type="hidden" name={name} defaultValue={value} />
  ));
}

function listTexts(name: string, value: unknown): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((each, index) => listTexts(`${name}[${index}]`, each));
  return Object.entries(value ?? {}).flatMap(([key, each]) => listTexts(`${name}.${key}`, each));
}
