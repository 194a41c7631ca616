import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { linkIsNoFile, useNoStrayDrops } from '../../renderer/lib/use-no-stray-drops.ts'

const readOnly = 'This connection is read-only.'

type Drag = {
  /** A part of the screen takes what is dropped. */
  isTaken?: boolean
  /** The drag began in this page. */
  isOwn?: boolean
}

/** Drags these types over a part of the page, and drops them there. */
function dropOn(reason: string | null, types: string[], { isTaken = false, isOwn = false }: Drag = {}) {
  const told: string[] = []
  const take = (event: Event) => {
    if (isTaken) event.preventDefault()
  }
  function Page() {
    useNoStrayDrops(reason, (why) => told.push(why))
    return <main />
  }
  const { unmount } = render(<Page />)
  const part = screen.getByRole('main')
  part.addEventListener('dragover', take)
  part.addEventListener('drop', take)
  const happen = (name: string) => {
    const dataTransfer = { types, dropEffect: 'move' }
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer })
    part.dispatchEvent(event)
    return event
  }
  if (isOwn) happen('dragstart')
  const { dropEffect } = happen('dragover').dataTransfer
  const { defaultPrevented: isHeld } = happen('drop')
  unmount()
  return { told, dropEffect, isHeld }
}

it('answers files dropped where nothing takes them, if none can be added anywhere, once and with the reason', () => {
  // A browser fires `drop` only if the drop effect allows it.
  expect(dropOn(readOnly, ['Files'])).toEqual({ told: [readOnly], dropEffect: 'copy', isHeld: true })
})

it('leaves the answer to the part of the screen that took the files', () => {
  expect(dropOn(readOnly, ['Files'], { isTaken: true })).toEqual({ told: [], dropEffect: 'move', isHeld: true })
})

it('refuses files above the wrong place if they can be added elsewhere', () => {
  expect(dropOn(null, ['Files'])).toEqual({ told: [], dropEffect: 'none', isHeld: true })
})

it('leaves dragged text alone', () => {
  expect(dropOn(readOnly, ['text/plain'])).toEqual({ told: [], dropEffect: 'move', isHeld: false })
})

it.each([
  ['a picture', ['text/uri-list', 'text/html']],
  ['a link', ['text/x-moz-url', 'text/plain']],
])('answers %s dragged from a browser in words', (_what, types) => {
  expect(dropOn(null, types)).toEqual({ told: [linkIsNoFile], dropEffect: 'copy', isHeld: true })
})

it('leaves what is dragged within the page alone', () => {
  expect(dropOn(null, ['text/uri-list'], { isOwn: true })).toEqual({ told: [], dropEffect: 'move', isHeld: false })
})
