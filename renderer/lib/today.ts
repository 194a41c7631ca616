const two = (value: number) => String(value).padStart(2, '0')

/** Today's calendar date on this computer, `YYYY-MM-DD`. */
export function localToday(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
