import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { filePanel } from '../../../tests/e2e/pages/file-panel.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { grid } from '../../../tests/e2e/pages/grid.ts'
import { handed } from '../../../tests/e2e/pages/handed.ts'
import { dragFiles, intake } from '../../../tests/e2e/pages/intake.ts'
import { record } from '../../../tests/e2e/pages/record.ts'
import { words } from '../../../tests/e2e/words.ts'
import { type Desk, must, type Running, type Step } from '../step.ts'
import { firstHousehold } from './storage.ts'
import { until } from './until.ts'

/** Opens the first household, and returns its name and its id. */
export async function openHousehold(steward: Running): Promise<{ name: string; id: string }> {
  const name = await firstHousehold(steward)
  await grid(steward.page, words.lists.households).rowAt(0).getByRole('link').first().click()
  await record(steward.page).title.filter({ hasText: name }).waitFor()
  return { name, id: decodeURIComponent(steward.page.url().split('/').at(-1) ?? '') }
}

/** Starts the released program on the running one's data, which hands its arguments over and ends. */
async function startAgain(desk: Desk, steward: Running, argument: string): Promise<void> {
  const second = desk.startReleased({ userDataDir: steward.userDataDir, args: [argument] })
  const code = await second.ended
  must(code === 0, `The second start ended with ${code}.`)
}

const link: Step = {
  id: 'second-link',
  title: 'A second start with a link shows the record in the running Steward, and ends',
  line: 'second-start',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const { name, id } = await openHousehold(steward)
    await frame(steward.page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
    await grid(steward.page, words.lists.households).waitForRows()
    await startAgain(desk, steward, `steward://household/${encodeURIComponent(id)}`)
    await record(steward.page).title.filter({ hasText: name }).waitFor()
    return ['The running program shows the household of the link']
  },
}

const file: Step = {
  id: 'second-file',
  title: 'A second start with a file asks for its household in the running Steward, and ends',
  line: 'second-start',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const path = join(desk.folder, 'Proof of the second start.txt')
    writeFileSync(path, 'made up')
    await startAgain(desk, steward, path)
    const dialog = handed(steward.page).dialog
    await dialog.filter({ hasText: 'Proof of the second start.txt' }).waitFor()
    await desk.picture('question', steward)
    await steward.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    return ['The running program asks about the file']
  },
}

const drop: Step = {
  id: 'drop',
  title: 'A folder that is dropped on a household’s page reaches the tray, each file by its path',
  line: 'drop',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    await openHousehold(steward)
    const folder = join(desk.folder, 'Papers')
    mkdirSync(join(folder, 'Deeds'), { recursive: true })
    const names = ['Proof one.txt', 'Deeds/Proof two.txt']
    for (const name of names) writeFileSync(join(folder, name), `made up: ${name}`)
    const drag = await dragFiles(steward.page, [folder])
    await drag.over()
    await intake(steward.page).overlay.waitFor()
    await drag.drop()
    const ready = intake(steward.page).rows.filter({ hasText: words.intake.ready })
    await ready.nth(names.length - 1).waitFor()
    await desk.picture('tray', steward)
    return [`${names.length} files of a folder are ready to upload`]
  },
}

type Drag = { file: string; isThere: boolean; hasIcon: boolean }
type WithDrags = { stewardDrags?: Drag[] }

/** Replaces the system's drag, which would wait for a mouse, by one that records its file and icon. */
const recordDrags = (steward: Running) =>
  steward.main(({ BrowserWindow, nativeImage }) => {
    const { existsSync } = process.getBuiltinModule('node:fs')
    const drags: Drag[] = []
    Object.assign(globalThis, { stewardDrags: drags })
    for (const window of BrowserWindow.getAllWindows()) {
      window.focus()
      window.webContents.startDrag = ({ file, icon }) => {
        const image = typeof icon === 'string' ? nativeImage.createFromPath(icon) : icon
        drags.push({ file: file ?? '', isThere: existsSync(file ?? ''), hasIcon: !image.isEmpty() })
      }
    }
  })

/** Not every kind of file may be opened in another program, and dragged there. */
const documentsTried = 10

/** Downloads documents until one can be dragged out, and returns its handle. */
async function openDraggable({ page }: Running): Promise<Locator | null> {
  const { download, saveAs, root } = filePanel(page)
  const documents = grid(page, words.lists.documents)
  const handle = root.locator('[draggable="true"]')
  for (let row = 0; row < documentsTried; row += 1) {
    await frame(page).navigation.getByRole('link', { name: words.lists.documents, exact: true }).click()
    await documents.waitForRows()
    await documents.rowAt(row).getByRole('link').first().click()
    await download.or(saveAs).first().waitFor()
    if (await download.isVisible()) await download.click()
    await saveAs.waitFor({ timeout: 60_000 })
    if ((await handle.count()) > 0) return handle.first()
  }
  return null
}

const dragOut: Step = {
  id: 'drag-out',
  title: 'A document that is dragged out is a file on this computer, and the drag has an icon',
  line: 'drag-out',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const handle = await openDraggable(steward)
    must(handle !== null, `None of the first ${documentsTried} documents can be dragged out.`)
    await recordDrags(steward)
    await handle.dispatchEvent('dragstart')
    const drag = await until(
      () => steward.main(() => (globalThis as WithDrags).stewardDrags?.[0]),
      'No drag of a file began.',
    )
    must(drag.isThere, 'The dragged file does not exist.')
    must(drag.hasIcon, 'The drag has no icon: Electron would ignore it.')
    return ['The drag began with a file and an icon']
  },
}

export const handingSteps = [link, file, drop, dragOut]
