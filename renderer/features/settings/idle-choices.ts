/** Minutes that a person may choose from; 0 is never. */
const usual = [0, 1, 2, 5, 10, 15, 30, 60, 120] as const

const words = (minutes: number): string => {
  if (minutes === 0) return 'Never'
  if (minutes === 1) return '1 minute'
  return minutes % 60 === 0 && minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/**
 * What may be chosen for the wait before Steward locks itself, and what is chosen: never more than the firm allows.
 *
 * @param most - the firm's number of minutes; undefined where it leaves that to the person
 */
export function idleChoices(chosen: number, most: number | undefined) {
  const isAllowed = (minutes: number) => most === undefined || (minutes > 0 && minutes <= most)
  const value = isAllowed(chosen) ? chosen : (most ?? 0)
  const minutes = [...new Set([...usual.filter(isAllowed), value])].sort((left, right) => left - right)
  return { value: String(value), choices: minutes.map((each) => ({ value: String(each), label: words(each) })) }
}
