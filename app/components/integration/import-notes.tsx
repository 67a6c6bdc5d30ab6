/** What an import says of foreign text, a line each; of a call by its name, of the whole text without one. */
export function ImportNotes({ notes }: { notes: { call?: string | undefined; message: string }[] }) {
  return (
    <ul className="list-disc pl-5 empty:hidden">
      {notes.map(({ call, message }) => (
        <li key={`${call}: ${message}`}>{call ? `${call}: ${message}` : message}</li>
      ))}
    </ul>
  );
}
