import type { Page } from '@playwright/test'

/** Windows in which every screen is looked at; 640 × 600 is also 1280 × 1200 at 200 %. */
export const windows = [
  { width: 640, height: 600 },
  { width: 760, height: 600 },
  { width: 900, height: 700 },
  { width: 1000, height: 700 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

/**
 * Returns every control and amount of the current screen that is cut, covered or outside the window, a button's words that are cut, a
 * heading that cannot be read, and a broken word in a table. What can be scrolled to within its own container counts as visible, as long as that container is.
 */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const say = (what: string, element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      found.push(`${what}: <${element.tagName.toLowerCase()}> ${name}`)
    }
    const shown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const scrolls = (element: Element, axis: 'X' | 'Y') =>
      ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element)[`overflow${axis}`])
    /** The nearest ancestor that cuts or scrolls the element sideways. */
    const container = (element: Element): Element | null => {
      for (let at = element.parentElement; at; at = at.parentElement) if (scrolls(at, 'X')) return at
      return null
    }
    // While a dialog is open, only it is looked at.
    const within = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter(shown).at(-1) ?? document
    const controls = within.querySelectorAll(
      'a[href], button, input:not([type="file"]), select, textarea, summary, [role="option"]',
    )
    for (const element of [...controls, ...within.querySelectorAll('[data-money]')]) {
      if (!shown(element) || element.closest('.visually-hidden, [inert]')) continue
      const box = element.getBoundingClientRect()
      const around = container(element)
      const room = around?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
      const canScroll = around !== null && ['auto', 'scroll'].includes(getComputedStyle(around).overflowX)
      if ((room.left < -1 || room.right > innerWidth + 1) && around?.closest('main, [role="dialog"]') === around) {
        say('outside the window', element)
        continue
      }
      const outside = box.left < -1 || box.right > innerWidth + 1
      // A long name ends in an ellipsis, and its tooltip has all of it.
      const shortened = around !== null && getComputedStyle(around).textOverflow === 'ellipsis'
      const cut = box.left < room.left - 1 || box.right > room.right + 1
      // A page never scrolls sideways as a whole; a table inside it may.
      if ((outside || cut) && !shortened && !(canScroll && around?.tagName !== 'MAIN'))
        say(outside ? 'outside the window' : 'cut', element)
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue
      const top = document.elementFromPoint(x, y)
      if (!top || element.contains(top) || top.contains(element)) continue
      if (top.closest('label')?.contains(element) || element.closest('label')?.contains(top)) continue
      // Beneath the edge of a container that scrolls, or of a sticky heading, it is scrolled away, not covered.
      const scrolled = (() => {
        for (let at = element.parentElement; at; at = at.parentElement) {
          if (!scrolls(at, 'Y') && !scrolls(at, 'X')) continue
          const edge = at.getBoundingClientRect()
          if (y < edge.top || y > edge.bottom || x < edge.left || x > edge.right) return true
          if (at.contains(top) && at.scrollHeight > at.clientHeight) return true
        }
        return false
      })()
      // Rows are scrolled from under what floats over their list.
      const floats = element.closest('[role="grid"]') && top.closest('[aria-label="Selection"], aside')
      if (!scrolled && !floats && !top.closest('[role="alert"], [role="tooltip"]'))
        say(`covered by ${top.tagName.toLowerCase()} ${top.className}`, element)
    }
    // A cut amount reads as a smaller one, and one in two lines as two. What scrolls can be scrolled to.
    const isCut = (element: Element, box: DOMRect) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at)
        if (overflowX === 'auto' || overflowX === 'scroll') return false
        const edge = at.getBoundingClientRect()
        const isClipped = overflowX === 'hidden' || overflowX === 'clip'
        if (isClipped && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true
      }
      return false
    }
    const isInTwoLines = (text: Node, from: number, length: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, from + length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    }
    /** Letters such as g and p reach below a line that is as high as their size. A box of one pixel hides its words on purpose. */
    const isCutBelow = (element: Element, height: number) => {
      for (let at: Element | null = element; at?.closest('button'); at = at.parentElement)
        if (scrolls(at, 'Y')) return at.clientHeight > 1 && height > at.clientHeight + 2
      return false
    }
    const texts = document.createTreeWalker(within === document ? document.body : within, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element || !shown(element) || element.closest('.visually-hidden, [inert], textarea')) continue
      const whole = text.textContent ?? ''
      const letters = document.createRange()
      letters.selectNodeContents(text)
      const [line] = letters.getClientRects()
      if (line && isCutBelow(element, line.height)) say('letters are cut', element)
      // Longer ones, such as names of files, are broken where they have no room, and so are identifiers.
      if (element.closest('td, th') && isInTwoLines(text, 0, whole.length))
        for (const { 0: word, index } of whole.matchAll(/(?<![\p{L}\p{N}_])\p{L}+(?![\p{L}\p{N}_])/gu))
          if (word.length <= 12 && isInTwoLines(text, index, word.length)) say(`“${word}” in two lines`, element)
      for (const amount of whole.matchAll(/\$\d[\d,.]*/g)) {
        const range = document.createRange()
        range.setStart(text, amount.index)
        range.setEnd(text, amount.index + amount[0].length)
        if (isInTwoLines(text, amount.index, amount[0].length)) say('an amount in two lines', element)
        if (isCut(element, range.getBoundingClientRect())) say('an amount is cut', element)
      }
    }
    const heading = within.querySelector('main h1')
    if (within === document && heading && heading.getBoundingClientRect().width < 36) say('heading too narrow', heading)
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the window scrolls sideways')
    const main = document.querySelector('main')
    if (main && main.scrollWidth > main.clientWidth + 1) found.push('the page scrolls sideways')
    return found
  })
}
