import { expect, it } from 'vitest'
import { desktopRun } from '../../../doubles/desktop-run.ts'

const desk = desktopRun('paper')

it('prints a screen with the system’s dialog, and tells a failure from a change of mind', () => {
  expect(desk.report.printed).toEqual({ outcome: 'done', file: null })
  expect(desk.report.left).toEqual({ outcome: 'left', file: null })
  expect(desk.report.failed).toBe('print/failed')
})

it('saves a screen as a PDF where a person wants it, under a name that is safe', () => {
  expect(desk.report.saved).toEqual({
    name: expect.stringMatching(/^Okafor-\.\.-Trust – \d{4}-\d\d-\d\d\.pdf$/),
    handle: expect.any(String),
    content: '%PDF-1.7 made up',
  })
  expect(desk.report.unwanted).toEqual({ outcome: 'left', file: null })
})

it('asks nobody for a place of a PDF that could not be made', () => {
  expect(desk.report.unmade).toBe('print/failed')
  expect(desk.report.dialogs).toBe(2)
  expect(desk.report.prints).toHaveLength(6)
})
