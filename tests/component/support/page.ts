import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useLink } from '../../../renderer/app/LinkLost.tsx'
import { useViewState } from '../../../renderer/components/data-grid/view-state.ts'
import { useDrafts } from '../../../renderer/components/forms/drafts.ts'
import { useBulkTarget } from '../../../renderer/features/bulk/bulk-target.ts'
import { useHelp } from '../../../renderer/features/help/help-state.ts'
import { useUploads } from '../../../renderer/features/intake/uploads.ts'
import { useLock } from '../../../renderer/features/lock/lock-state.ts'
import { usePalette } from '../../../renderer/features/palette/palette-state.ts'
import { useListTrail } from '../../../renderer/lib/list-trail.ts'
import { usePresentingState } from '../../../renderer/lib/presenting.ts'

// jsdom lays nothing out. What it lacks for that, the page gets here: a fixed size of everything, and no media queries.

/** The size of every element, in pixels: the grid shows as many rows as fit. */
const size = { width: 1000, height: 600 }

class FixedSize implements ResizeObserver {
  readonly #onSize: ResizeObserverCallback
  constructor(onSize: ResizeObserverCallback) {
    this.#onSize = onSize
  }
  observe(target: Element) {
    const box = [{ inlineSize: size.width, blockSize: size.height }]
    const contentRect = new DOMRect(0, 0, size.width, size.height)
    const entry = { target, contentRect, borderBoxSize: box, contentBoxSize: box, devicePixelContentBoxSize: box }
    queueMicrotask(() => this.#onSize([entry], this))
  }
  unobserve() {}
  disconnect() {}
}

window.ResizeObserver = FixedSize
window.requestIdleCallback = (run) => window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }))
window.cancelIdleCallback = (handle) => window.clearTimeout(handle)
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
window.scrollTo = () => {}
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
Element.prototype.setPointerCapture = () => {}
for (const [name, value] of Object.entries({
  clientWidth: size.width,
  clientHeight: size.height,
  offsetWidth: size.width,
  offsetHeight: size.height,
}))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })

/** True inside a wait of the library, which looks again after each change of the page. Its last error is made outside. */
const isWaiting = () =>
  Object.entries(getConfig()).some(([name, is]) => name === '_disableExpensiveErrorDiagnostics' && is)

configure({
  // A core may be busy with other work. This only stops a test that waits for what never comes.
  asyncUtilTimeout: 20_000,
  // As the library's own, which prints the whole page also for each look of a wait that finds nothing yet: a tenth of the run.
  getElementError(message, container) {
    const page = isWaiting() ? '' : prettyDOM(container)
    const error = new Error([message, page].filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})

/** A store of the page, as the library that makes them describes it. */
type Store<State> = { getInitialState(): State; setState(state: State, replace: true): void }

function reset<State>(store: Store<State>): void {
  store.setState(store.getInitialState(), true)
}

// Test files share a page. Each test begins as a window that was just opened.
afterEach(() => {
  cleanup()
  notifications.clean()
  notifications.cleanQueue()
  for (const store of [localStorage, sessionStorage]) store.clear()
  reset(useBulkTarget)
  reset(useDrafts)
  reset(useHelp)
  reset(useLink)
  reset(useListTrail)
  reset(useLock)
  reset(usePalette)
  reset(usePresentingState)
  reset(useUploads)
  reset(useViewState)
})
