import { expect, it } from 'vitest'
import { linkIsNoFile, strayDrops } from '../../../renderer/lib/use-no-stray-drops.ts'

const readOnly = 'This connection is read-only.'

function dragged(types: string[], isTaken = false) {
  const event = { dataTransfer: { types, dropEffect: 'move' }, defaultPrevented: isTaken, target: null, preventDefault }
  function preventDefault() {
    event.defaultPrevented = true
  }
  return event as typeof event & Pick<DragEvent, 'dataTransfer'>
}

function dropOn(reason: string | null, event: ReturnType<typeof dragged>, isOwn = false) {
  const told: string[] = []
  const { over, dropped } = strayDrops({ reason: () => reason, refuse: (why) => told.push(why), isOwn: () => isOwn })
  const isTaken = event.defaultPrevented
  over(event)
  const { dropEffect } = event.dataTransfer
  event.defaultPrevented = isTaken
  dropped(event)
  return { told, dropEffect, isHeld: event.defaultPrevented }
}

it('answers files dropped where nothing takes them, if none can be added anywhere, once and with the reason', () => {
  // A browser fires `drop` only if the drop effect allows it.
  expect(dropOn(readOnly, dragged(['Files']))).toEqual({ told: [readOnly], dropEffect: 'copy', isHeld: true })
})

it('leaves the answer to the part of the screen that took the files', () => {
  expect(dropOn(readOnly, dragged(['Files'], true))).toEqual({ told: [], dropEffect: 'move', isHeld: true })
})

it('refuses files above the wrong place if they can be added elsewhere', () => {
  expect(dropOn(null, dragged(['Files']))).toEqual({ told: [], dropEffect: 'none', isHeld: true })
})

it('leaves dragged text alone', () => {
  expect(dropOn(readOnly, dragged(['text/plain']))).toEqual({ told: [], dropEffect: 'move', isHeld: false })
})

it.each([
  ['a picture', ['text/uri-list', 'text/html']],
  ['a link', ['text/x-moz-url', 'text/plain']],
])('answers %s dragged from a browser in words', (_what, types) => {
  expect(dropOn(null, dragged(types))).toEqual({ told: [linkIsNoFile], dropEffect: 'copy', isHeld: true })
})

it('leaves what is dragged within the page alone', () => {
  expect(dropOn(null, dragged(['text/uri-list']), true)).toEqual({ told: [], dropEffect: 'move', isHeld: false })
})
