/** The minutes offered to the user; 0 means never. */
const usual = [0, 1, 2, 5, 10, 15, 30, 60, 120] as const

const words = (minutes: number): string => {
  if (minutes === 0) return 'Never'
  if (minutes === 1) return '1 minute'
  return minutes % 60 === 0 && minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/**
 * The choices for the idle time before Steward locks, in minutes, and the selected one; never above the firm's limit.
 *
 * @param most - the firm's limit in minutes; undefined if the firm sets none
 */
export function idleChoices(chosen: number, most: number | undefined) {
  const isAllowed = (minutes: number) => most === undefined || (minutes > 0 && minutes <= most)
  const value = isAllowed(chosen) ? chosen : (most ?? 0)
  const minutes = [...new Set([...usual.filter(isAllowed), value])].sort((left, right) => left - right)
  return { value: String(value), choices: minutes.map((each) => ({ value: String(each), label: words(each) })) }
}
