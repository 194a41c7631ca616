import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forTests } from '../electron/for-tests.ts'
import { ipcMain } from '../electron/ipc-main.ts'
import { WebContents } from '../electron/web-contents.ts'
import { WebFrameMain } from '../electron/web-frame-main.ts'
import { connectPage, type Scenario } from './desk.ts'
import { silentTenant } from './tenant.ts'

// Files that are named with a ticket, by the right page and by others.

/** Names a file as a preload does. */
const nameFile = (sender: WebContents, senderFrame: WebFrameMain | null, ...args: unknown[]): Promise<unknown> =>
  ipcMain[forTests].invoke({ sender, senderFrame }, 'steward:file', ...args)

const steward = { url: 'app://steward/', origin: 'app://steward' }

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const { id: connectionId } = await client.connections.add(silentTenant)
  const path = join(folder, 'Will.txt')
  writeFileSync(path, 'my will')
  symlinkSync(path, join(folder, 'link.txt'))
  mkdirSync(join(folder, 'folder.txt'))
  const { rows } = await client.intake.announce({
    connectionId,
    owner: { household_id: 'household_1', entity_id: null, individual_id: null },
    files: ['Will.txt', 'link.txt', 'folder.txt'].map((name) => ({ name, folder: '', size: 7 })),
  })
  const [ticket, ofLink, ofFolder] = rows.map((row) => row.ticket)
  const page = window.webContents
  const own = page.mainFrame
  const away = async (url: string, origin: string) => {
    const before = { url: own.url, origin: own.origin }
    Object.assign(own[forTests], { url, origin })
    const taken = await nameFile(page, own, ticket, path)
    Object.assign(own[forTests], before)
    return taken
  }
  const strangers = {
    'no frame': await nameFile(page, null, ticket, path),
    'a child frame': await nameFile(page, new WebFrameMain({ ...steward, parent: own }), ticket, path),
    'another main frame': await nameFile(page, new WebFrameMain(steward), ticket, path),
    'another window': await nameFile(new WebContents(), own, ticket, path),
    'about:blank': await away('about:blank', 'null'),
    'another host': await away('app://evil/', 'app://evil'),
    'another scheme': await away('https://steward/', 'https://steward'),
    'an opaque origin': await away('app://steward/', 'null'),
  }
  const nonsense = [
    await nameFile(page, own),
    await nameFile(page, own, 'A'.repeat(43), path),
    await nameFile(page, own, [ticket], path),
    await nameFile(page, own, ticket, ''),
    await nameFile(page, own, ticket, [path]),
    await nameFile(page, own, ticket, `${path}\0.txt`),
    await nameFile(page, own, ticket, 'x'.repeat(40_000)),
  ]
  const file = await nameFile(page, own, ticket, path)
  const again = await nameFile(page, own, ticket, path)
  const link = await nameFile(page, own, ofLink, join(folder, 'link.txt'))
  const directory = await nameFile(page, own, ofFolder, join(folder, 'folder.txt'))
  const tray = await client.intake.list({ connectionId })
  const seen = tray.rows.map(({ file_name: name, state, issue }) => [name, state, issue?.message ?? null])
  return { strangers, nonsense, taken: { file, again, link, folder: directory, rows: seen } }
}
