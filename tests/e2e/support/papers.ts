import type { Page } from '@playwright/test'
import type { ElectronApplication } from 'playwright'

type WithPapers = { papers: number }

/** Returns how often something was printed. */
export type Papers = () => Promise<number>

/** Replaces the page's `print`, because the browser's dialog would block the test, and counts its calls. */
export async function countPapersOf(page: Page): Promise<Papers> {
  await page.addInitScript(() => {
    const counting: WithPapers = Object.assign(globalThis, { papers: 0 })
    globalThis.print = () => {
      counting.papers += 1
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as WithPapers).papers)
}

/** Replaces the system's print dialog in every window of a desktop program, and counts its openings. */
export const countPapersIn = (program: ElectronApplication): Promise<void> =>
  program.evaluate(({ app, BrowserWindow }) => {
    const counting: WithPapers = Object.assign(globalThis, { papers: 0 })
    const count = ({ webContents }: Electron.BrowserWindow) => {
      webContents.print = (_options, done) => {
        counting.papers += 1
        done?.(true, '')
      }
    }
    BrowserWindow.getAllWindows().forEach(count)
    app.on('browser-window-created', (_event, window) => count(window))
  })

export const papersIn = (program: ElectronApplication): Promise<number> =>
  program.evaluate(() => (globalThis as unknown as WithPapers).papers)
