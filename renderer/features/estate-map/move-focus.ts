const inOrder: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** The part above or below another one: in the nearest row the one that is most in line. Null at the edge. */
function upOrDown(from: Element, parts: readonly Element[], isDown: boolean): Element | null {
  const own = from.getBoundingClientRect()
  const middle = own.left + own.width / 2
  const beyond = parts.flatMap((part) => {
    const { top, bottom, left, width } = part.getBoundingClientRect()
    const distance = isDown ? top - own.bottom : own.top - bottom
    return part === from || distance < -4 ? [] : [{ part, distance, aside: Math.abs(left + width / 2 - middle) }]
  })
  const nearest = Math.min(...beyond.map(({ distance }) => distance))
  const row = beyond.filter(({ distance }) => distance < nearest + 40)
  return row.toSorted((a, b) => a.aside - b.aside)[0]?.part ?? null
}

/**
 * Moves the focus among the parts of a picture, which are one tab stop: left and right in their order, up and down to the next row, Home
 * and End. Returns false for any other key.
 */
export function moveFocus(key: string, from: Element, parts: readonly HTMLElement[]): boolean {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = upOrDown(from, parts, key === 'ArrowDown')
    parts.find((part) => part === next)?.focus()
    return true
  }
  const move = inOrder[key]
  const order: readonly Element[] = parts
  if (!move) return false
  parts[move(order.indexOf(from), parts.length - 1)]?.focus()
  return true
}
