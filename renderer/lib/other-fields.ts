/** Fields of a record that its description does not know, each value as text (JSON unless it is text already). */
export function otherFields(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { name: string; text: string }[] {
  return Object.entries(record)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }))
}
