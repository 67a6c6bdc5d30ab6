/** A text of a log as a screen shows it. */
export interface TextView {
  text: string;
  /** Notes on what is missing or different here. */
  notes: string[];
}
