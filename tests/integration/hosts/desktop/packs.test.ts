import { expect, it } from 'vitest'
import { desktopRun } from '../../../doubles/desktop-run.ts'

const desk = desktopRun('packs')

it('the desktop shell prints a pack in a hidden window without scripts, whose session is its own and in memory', () => {
  expect(desk.report.made).toMatchObject({ ended: true, failed: [], file: { name: expect.stringMatching(/\.pdf$/) } })
  expect(desk.report.content).toBe('%PDF-1.7 made up')
  expect(desk.report.shown).toEqual({ show: false })
  expect(desk.report.preferences).toMatchObject({
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  })
  expect(desk.report.partition).toMatch(/^print-/)
  expect(desk.report.refused).toMatchObject({
    urls: expect.arrayContaining(['http://*/*', 'https://*/*', 'file://*/*']),
  })
})

it('the desktop shell asks Chromium for a tagged PDF with an outline, and destroys the window', () => {
  expect(desk.report.print).toEqual({
    printBackground: true,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
  expect(desk.report.acts).toEqual([
    ['load app://steward/print', 'destroy'],
    ['load app://steward/print', 'destroy'],
    ['load app://steward/print', 'destroy'],
  ])
})

it('the desktop shell reports a pack that could not be printed', () => {
  expect(desk.report.failed).toBe('print/failed')
})

it('the desktop shell reports a page that crashed while it was printed, without a message box or another load', () => {
  expect(desk.report.crashed).toEqual({ code: 'print/failed', messages: [], navigations: 1 })
})
