import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useDrafts } from '../../../renderer/components/forms/drafts.ts'

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
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
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

// A core may be busy with other work. This only stops a test that waits for what never comes.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  useDrafts.setState(useDrafts.getInitialState(), true)
})
