import { execFile } from 'node:child_process'
import { exitCodes } from '../../electron/programs/command-line/exit-codes.ts'
import { settings } from './pages/settings.ts'
import { expect, test } from './support/fixtures.ts'
import type { Computer } from './support/steward.ts'
import { openDemoFirm } from './support/tenant.ts'

/** Runs the command line beside the Steward of a computer. */
const listPeople = ({ userDataDir }: Computer) =>
  new Promise<{ code: number; out: string }>((done) => {
    const script = 'electron/programs/command-line/main.ts'
    const args = [script, 'list', 'people', '--limit', '3', '--user-data-dir', userDataDir]
    execFile(process.execPath, args, (error, out) => done({ code: error === null ? 0 : Number(error.code), out }))
  })

test('a program reads once it was switched on and allowed, is marked while it reads, and not after that was taken back @campaign', async ({
  page,
  computer,
  launch,
}) => {
  await openDemoFirm(page, launch)
  expect(await listPeople(computer)).toEqual({ code: exitCodes.off, out: '' })

  await page.keyboard.press('ControlOrMeta+,')
  const part = settings(page).part('Other programs')
  await part.getByRole('switch', { name: 'Let other programs read' }).press(' ')
  await expect(part.getByText('Full names')).toBeVisible()

  const asked = listPeople(computer)
  const question = page.getByRole('alert', { name: 'Another program asks to read' })
  await expect(question).toContainText('Steward command line')
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  expect(await asked).toEqual({ code: 0, out: expect.stringMatching(/^Demo firm: as of (?:.*\n){6}$/) })

  await settings(page).back.click()
  const mark = page.getByRole('link', { name: 'Read by Steward command line' })
  expect(await listPeople(computer)).toMatchObject({ code: 0 })
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [size.width, 900, 640]) {
    await page.setViewportSize({ ...size, width })
    await expect(mark).toBeVisible()
  }
  await page.setViewportSize(size)
  await mark.click()
  await part.getByRole('button', { name: 'Do not allow Steward command line any more' }).click()
  const again = listPeople(computer)
  await question.getByRole('button', { name: 'Don’t allow' }).click()
  expect(await again).toEqual({ code: exitCodes['not-allowed'], out: '' })
})
