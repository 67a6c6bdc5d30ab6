import type { VariableUse } from '../../form/editor-feedback';

/** Lists the uses of something that is about to be removed. */
export function UseList({ uses }: { uses: VariableUse[] }) {
  return (
    <>
      <p>This is used further down. These calls would fail without it:</p>
      <ul className="mt-2 list-disc pl-5">
        {uses.map(({ callName, variable }) => (
          <li key={`${callName} ${variable}`}>
            <code className="font-mono text-[0.8125rem]">{`{{${variable}}}`}</code> in {callName}
          </li>
        ))}
      </ul>
    </>
  );
}
