import { useEffect } from 'react'

/** Where the focus is, and what is around it, as far as it is needed once the element is gone. */
type Place = {
  element: HTMLElement | SVGElement
  /** The ancestors with the siblings that each had, innermost first; the element itself is the first. */
  path: readonly { of: Element; next: Element | null; previous: Element | null }[]
  /** The part that closes as a whole and was opened from another place, such as a dialog or a form; null outside of one. */
  layer: Element | null
}

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="alert"], form, aside'
const items = 'li, tr, [role="row"], [role="listitem"]'
const areas = 'section, fieldset, [role="region"], [role="dialog"], aside, main'
const stops =
  'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

const isFocusable = (element: Element): element is HTMLElement | SVGElement =>
  (element instanceof HTMLElement || element instanceof SVGElement) &&
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[hidden], [inert], [aria-hidden="true"]') === null &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/** True if the screen that it was on is gone as a whole. */
const isScreenGone = ({ path }: Place) => path.some(({ of }) => of.localName === 'main' && !of.isConnected)

/** A button that is disabled only while its request runs. */
const isWaiting = (element: Element) => element.isConnected && element.matches('[data-loading]')

/** The first tab stop in a part of the screen, or that part itself. A line may mark where the keyboard enters it. */
function firstIn(around: Element | null): HTMLElement | SVGElement | null {
  if (around === null) return null
  const entry = around.querySelector('[data-entry]')
  const all = [entry, ...(entry?.querySelectorAll(stops) ?? []), around, ...around.querySelectorAll(stops)]
  return all.filter((one): one is Element => one?.matches(stops) ?? false).find(isFocusable) ?? null
}

function placeOf(element: HTMLElement | SVGElement): Place {
  const path: Place['path'][number][] = []
  for (let of: Element | null = element; of !== null && of !== document.body; of = of.parentElement)
    path.push({ of, next: of.nextElementSibling, previous: of.previousElementSibling })
  return { element, path, layer: element.closest(layers) }
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''

/** The control of the same kind and name: one that was drawn again. The name of a part of a picture may have an amount, its key has none. */
function sameControl({ element }: Place, around: Element): HTMLElement | SVGElement | null {
  const { part } = element.dataset
  if (part !== undefined)
    return [...around.querySelectorAll(`[data-part="${CSS.escape(part)}"]`)].find(isFocusable) ?? null
  const name = nameOf(element).trim()
  if (name === '') return null
  const same = [...around.querySelectorAll(element.tagName)].filter((other) => nameOf(other).trim() === name)
  return same.find(isFocusable) ?? null
}

/** Headings take no focus by themselves. */
function focusable(heading: HTMLElement): HTMLElement {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** The heading of the part of the screen that an element is in; the screen itself while it has none. */
function headingOf(inside: Element | null): HTMLElement | null {
  const area = inside?.closest(areas) ?? document.querySelector('main')
  if (!(area instanceof HTMLElement)) return null
  const heading = [...area.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isFocusable)
  if (heading instanceof HTMLElement) return focusable(heading)
  return area.localName === 'main' ? focusable(area) : headingOf(area.parentElement)
}

/** The place in what is still there: the list's next line, the other button beside it, or the heading above it. */
function nearTo({ element, path }: Place): HTMLElement | SVGElement | null {
  const at = path.findIndex(({ of }) => of.isConnected)
  const around = path[at]?.of
  if (around === undefined) return null
  // A picture is one tab stop, with several parts.
  const part = element.matches('[data-part]') ? around.closest('svg')?.querySelector('[data-part][tabindex="0"]') : null
  if (part && isFocusable(part)) return part
  const grid = around.closest('[role="grid"]')
  if (grid !== null) return firstIn(grid.querySelector('[tabindex="0"]')) ?? firstIn(grid)
  const gone = path[at - 1] ?? path[0]
  if (gone?.of.matches(items))
    for (const line of [gone.next, gone.previous]) {
      const next = line?.isConnected ? firstIn(line) : null
      if (next !== null) return next
    }
  // A section that is done, and is gone with its last line: the one that has its place now.
  if (gone?.of.matches('section')) {
    const now = gone.previous?.isConnected ? gone.previous.nextElementSibling : around.firstElementChild
    if (now?.matches('section')) return firstIn(now.querySelector('[data-entry]')) ?? headingOf(now)
  }
  // A control that stood directly beside it, as “Set…” beside “Remove…”.
  const beside = at === 1 ? [gone?.previous, gone?.next] : []
  for (const control of beside) if (control?.matches(stops) && isFocusable(control)) return control
  const stays = around === element ? element.parentElement : around.closest(items)
  return firstIn(stays) ?? headingOf(around)
}

/**
 * Keeps the keyboard's place on every screen. When the focused element is removed or disabled, which would leave the focus on the
 * window so that Tab starts at its top, the focus goes
 * 1. to the element from which the closed dialog, menu, toast or form was opened, or to the same one drawn again;
 * 2. to the next line of the list, the section that follows, the tab stop of the picture, the other button beside it, or the heading of what
 *    is now there.
 *
 * When a screen is removed as a whole, as when presenter mode begins, the heading of the next one gets the focus, and then the same control
 * once it is drawn, unless the user pressed something before. A part of a picture gets it back in the same way. A button that is busy with its request gets the focus back afterwards. A click on an empty area keeps no place.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Place | null = null
    let isBusy = false
    /** A place on a screen that was removed as a whole, or in a picture, until the same control is drawn again. */
    let awaited: Place | null = null
    /** The element that has the focus until then. */
    let standIn: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const openers = new WeakMap<Element, Place>()

    const find = (from: Place): HTMLElement | SVGElement | null => {
      const seen = new Set<Place>()
      for (let place: Place | undefined = from; place !== undefined && !seen.has(place); ) {
        if (isFocusable(place.element)) return place.element
        seen.add(place)
        const { path, layer }: Place = place
        if (layer === null || layer.isConnected) {
          const around = path.find(({ of }) => of.isConnected)?.of
          return (around ? sameControl(place, around) : null) ?? nearTo(place) ?? headingOf(null)
        }
        place = openers.get(layer)
      }
      return headingOf(null)
    }
    const lookForAwaited = (place: Place) => {
      const { activeElement } = document
      const heading = headingOf(null)
      const found = sameControl(place, document.body)
      // The screen itself may take the focus, such as for a dialog.
      const isFree = activeElement === document.body || activeElement === standIn
      if (isFree && (found ?? heading)) {
        standIn = found === null ? heading : null
        ;(found ?? heading)?.focus({ preventScroll: true })
      }
      if (found || !isFree) endWait()
    }
    const endWait = () => {
      awaited = null
      standIn = null
      screens.disconnect()
    }
    const look = () => {
      const { activeElement } = document
      if (awaited !== null) return lookForAwaited(awaited)
      if (last === null || (activeElement !== document.body && activeElement !== last.element)) return
      if (isWaiting(last.element)) isBusy = true
      else if (!isFocusable(last.element) || isBusy) {
        const gone = last
        const { part } = gone.element.dataset
        const found = isScreenGone(gone) ? null : find(gone)
        found?.focus({ preventScroll: true })
        // A picture may go before the rest of its screen: its part is waited for too.
        if (found !== null && (part === undefined || found.dataset.part === part)) return
        standIn = found
        awaited = gone
        // A screen may be drawn before it is shown.
        screens.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
        // The next screen may be there already, without what it still reads.
        if (found === null) lookForAwaited(gone)
      } else if (activeElement === document.body) last = null
    }
    // After the effects of the change: what is drawn now may take the focus itself.
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look)
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement || target instanceof SVGElement)) return
      const place = placeOf(target)
      for (const { of } of place.path)
        if (last !== null && of.matches(layers) && !openers.has(of) && !of.contains(last.element)) openers.set(of, last)
      last = place
      isBusy = false
      watch(place)
    }
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) lookSoon()
    }
    const observer = new MutationObserver(() => {
      if (last !== null && (isBusy || !isFocusable(last.element))) lookSoon()
    })
    const screens = new MutationObserver(lookSoon)
    // The element and what it is in, not the whole page: only they can take it away or disable it.
    const watch = ({ path }: Place) => {
      observer.disconnect()
      for (const { of } of path)
        observer.observe(of, { childList: true, attributeFilter: ['disabled', 'hidden', 'inert', 'data-loading'] })
      observer.observe(document.body, { childList: true })
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('keydown', endWait, { capture: true })
    document.addEventListener('pointerdown', endWait, { capture: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      screens.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('keydown', endWait, { capture: true })
      document.removeEventListener('pointerdown', endWait, { capture: true })
    }
  }, [])
}
