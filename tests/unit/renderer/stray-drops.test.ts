import { expect, it } from 'vitest'
import { strayDrops } from '../../../renderer/lib/use-no-stray-drops.ts'

const readOnly = 'This connection is read-only.'

function dragged(types: string[], isTaken = false) {
  const event = { dataTransfer: { types, dropEffect: 'move' }, defaultPrevented: isTaken, preventDefault }
  function preventDefault() {
    event.defaultPrevented = true
  }
  return event as typeof event & Pick<DragEvent, 'dataTransfer'>
}

function dropOn(reason: string | null, event: ReturnType<typeof dragged>) {
  const told: string[] = []
  const { over, dropped } = strayDrops({ reason: () => reason, refuse: (why) => told.push(why) })
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
