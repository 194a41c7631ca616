import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

/** Opens another window; resolves with its first `count` events about stored changes. */
function windowOf(core: Core, count: number): Promise<string[]> {
  const events = core.events.subscribe({}, new AbortController().signal)
  const listen = async () => {
    const heard: string[] = []
    for await (const event of events) {
      if (event.type === 'kept') heard.push(`${event.connectionId} ${event.what}`)
      if (heard.length === count) break
    }
    return heard
  }
  return listen()
}

const view: SavedView = { id: 'view-1', resource: 'households', name: 'Mine', filters: [], sort: null, columns: [] }

describe('several windows', () => {
  it('all hear of what one of them keeps, once it is kept, and of nothing that was refused', async () => {
    const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    const { id } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
    const windows = [windowOf(core, 7), windowOf(core, 7)]
    const place = { resource: 'households', id: 'household_1' }

    await expect(core.places.visit({ connectionId: id, ...place, resource: 'nonsense' })).rejects.toThrow()
    await expect(
      core.views.save({ connectionId: id, view: { ...view, sort: { column: 'json', direction: 'asc' } } }),
    ).rejects.toThrow()
    await core.views.save({ connectionId: id, view })
    await core.places.visit({ connectionId: id, ...place })
    await core.places.setFavourite({ connectionId: id, ...place, favourite: true })
    await core.places.setFavourite({ connectionId: id, ...place, favourite: false })
    await core.places.setMe({ connectionId: id, user_id: 'user_7' })
    await core.views.remove({ connectionId: id, id: view.id })
    const pair = { resource: 'households', one_id: 'household_1', other_id: 'household_2' } as const
    await core.doubles.setApart({ connectionId: id, ...pair, apart: true })

    const kept = ['views', 'recents', 'favourites', 'favourites', 'me', 'views', 'doubles'].map(
      (what) => `${id} ${what}`,
    )
    expect(await Promise.all(windows)).toEqual([kept, kept])
  })
})

describe('the screen that was left', () => {
  const query = '?filters=%5B%7B%22column%22%3A%22title%22%2C%22values%22%3A%5B%22canary%22%5D%7D%5D&sort=title.desc'

  /** Starts a core that knows one connection; returns it with the path of one of its lists. */
  async function startWithList() {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
    return { userDataDir, keychain, core, list: `/c/${id}/households`, file: join(userDataDir, 'last-screen.json') }
  }

  it('is returned to after a restart as it was filtered and ordered, of which nothing stands in the clear', async () => {
    const { userDataDir, keychain, core, list, file } = await startWithList()
    expect(await core.app.lastScreen({})).toEqual({ path: null })
    await core.app.noteScreen({ path: list + query })
    expect(await core.app.lastScreen({})).toEqual({ path: list + query })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ path: list, query: true })
    await core.close()
    const later = await startCore({ userDataDir, keychain })
    expect(await later.app.lastScreen({})).toEqual({ path: list + query })
  })

  it('is kept without its query where that is too long, or where there is nothing to keep it in', async () => {
    const { core, list } = await startWithList()
    await core.app.noteScreen({ path: `${list}?view=${'x'.repeat(1990)}` })
    expect((await core.app.lastScreen({})).path).toContain('?view=xxx')
    await core.app.noteScreen({ path: `${list}?view=${'x'.repeat(2000)}` })
    expect(await core.app.lastScreen({})).toEqual({ path: list })
    const unknown = `/c/${'a'.repeat(32)}/households`
    await core.app.noteScreen({ path: unknown + query })
    expect(await core.app.lastScreen({})).toEqual({ path: unknown })
  })

  it('has no query that belongs to another screen', async () => {
    const { core, list, file } = await startWithList()
    await core.app.noteScreen({ path: list + query })
    await writeFile(file, JSON.stringify({ path: `${list}/household_1`, query: true }))
    expect(await core.app.lastScreen({})).toEqual({ path: `${list}/household_1` })
  })

  it.each([
    'https://example.com/',
    '//example.com/',
    '/c/#fragment',
    `/c/${'a'.repeat(32)}/households#fragment`,
    `/c/${'a'.repeat(32)}/households?<script>`,
    'javascript:alert(1)',
    7,
  ])('is none when its file holds %s', async (path) => {
    const { core, list, file } = await startWithList()
    await core.app.noteScreen({ path: list })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ path: list, query: false })
    await writeFile(file, JSON.stringify({ path, query: false }))
    expect(await core.app.lastScreen({})).toEqual({ path: null })
  })
})
