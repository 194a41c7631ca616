import { expect, it } from 'vitest'
import { desktopRun } from '../../../doubles/desktop-run.ts'

const desk = desktopRun('paper')

it('the desktop shell prints a screen with the system’s dialog, and tells a failure from a cancelled print', () => {
  expect(desk.report.printed).toEqual({ outcome: 'done', file: null })
  expect(desk.report.left).toEqual({ outcome: 'left', file: null })
  expect(desk.report.failed).toBe('print/failed')
})

it('the desktop shell saves a screen as a PDF where the user chooses, under a safe name', () => {
  expect(desk.report.saved).toEqual({
    name: expect.stringMatching(/^Okafor-\.\.-Trust – \d{4}-\d\d-\d\d\.pdf$/),
    handle: expect.any(String),
    content: '%PDF-1.7 made up',
  })
  expect(desk.report.unwanted).toEqual({ outcome: 'left', file: null })
})

it('the desktop shell asks for no place of a PDF that could not be made', () => {
  expect(desk.report.unmade).toBe('print/failed')
  expect(desk.report.dialogs).toBe(2)
  expect(desk.report.prints).toHaveLength(6)
})
