/** The notes of an import about foreign text, one a line: about a call if it is named, else about the whole text. */
export function ImportNotes({ notes }: { notes: { call?: string | undefined; message: string }[] }) {
  return (
    <ul className="list-disc pl-5 empty:hidden">
      {notes.map(({ call, message }) => (
        <li key={`${call}: ${message}`}>{call ? `${call}: ${message}` : message}</li>
      ))}
    </ul>
  );
}
