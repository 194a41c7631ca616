/** Fields of a record that the API description does not contain, as text: strings unchanged, other values as JSON. */
export function otherFields(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { name: string; text: string }[] {
  return Object.entries(record)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }))
}
