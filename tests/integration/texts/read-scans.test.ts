import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTexts, type Texts } from '../../../electron/texts/read-texts.ts'
import type { ScannedPage, TextReader } from '../../../electron/texts/text-reader.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { startTravelling } from '../travel/support/travelling.ts'

let world: Awaited<ReturnType<typeof startTravelling>>
let texts: Texts
let ids: string[]

/** The use of the computer, and what follows it. */
const use = { idleMs: 0, battery: false, looks: new Set<() => void>(), isHeld: false, canHold: true }
const look = () => {
  for (const one of use.looks) one()
}
const rules = { mayRead: true, mustForget: false }
/** Pages that were asked for, by call; a page after which the process is ended; whether it hangs before the second page, and ends that. */
const scanner = { asked: [] as number[][], fatal: 0, hangs: false, began: () => {}, goOn: () => {} }

/** A file of three pages, of which the first has text. */
const reader: Pick<TextReader, 'read' | 'prepare' | 'readScan'> = {
  prepare: async (file) => file,
  async read({ bytes }) {
    for await (const _ of bytes);
    return { is: 'text', pages: [{ page: 1, text: 'Cover.' }], pageCount: 3, withoutText: [2, 3], cut: null }
  },
  async readScan({ bytes }, { pages, onPage }, signal) {
    for await (const _ of bytes);
    scanner.asked.push([...pages])
    for (const page of pages) {
      signal.throwIfAborted()
      scanner.began()
      if (scanner.hangs && page === 3)
        await new Promise<void>((resolve, reject) => {
          scanner.goOn = resolve
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      const read: ScannedPage = {
        page,
        is: 'text',
        text: `The kestrel keeps page ${page}.`,
        confidence: page === 2 ? 99.4 : 98.9,
      }
      if (page === scanner.fatal) return onPage({ page, is: 'unreadable', why: 'took-too-long' })
      onPage(read)
    }
  },
}

const begin = ({ hasEngine = true, writeLedger }: { hasEngine?: boolean; writeLedger?: Store['writeLedger'] } = {}) => {
  const { files, fetcher, sync, travel, onFilesChanged } = world.steward
  texts = createTexts({
    ...{ files, fetcher, sync, travel, onFilesChanged, connectionId: 'c'.repeat(32), reader },
    store: writeLedger
      ? Object.assign(Object.create(world.steward.store) as Store, { writeLedger })
      : world.steward.store,
    scans: {
      reader,
      engine: hasEngine ? { code: '', wasm: '', data: '' } : null,
      surroundings: {
        ...{ idleMs: () => use.idleMs, isOnBattery: () => use.battery },
        every(_, run) {
          use.looks.add(run)
          return () => use.looks.delete(run)
        },
        hold(isHeld) {
          use.isHeld = isHeld && use.canHold
          return use.canHold
        },
      },
    },
    rules: {
      mayRead: () => rules.mayRead,
      mustForget: () => rules.mustForget,
      mayKeepText: () => true,
      isSignedIn: async () => true,
    },
    publish: () => {},
  })
}

type Store = (typeof world)['steward']['store']

const minutes = 60_000

beforeEach(async () => {
  Object.assign(use, { idleMs: 0, battery: false, looks: new Set(), isHeld: false, canHold: true })
  Object.assign(rules, { mayRead: true, mustForget: false })
  Object.assign(scanner, { asked: [], fatal: 0, hangs: false, began: () => {}, goOn: () => {} })
  world = await startTravelling({ valuations: false })
  await world.sweep()
  ids = (await world.listed('/documents?limit=1000')).map(({ id }) => id)
  begin()
})
afterEach(async () => {
  await texts.close()
  await world.stop()
})

const [first, second] = [() => ids[0] ?? '', () => ids[1] ?? '']
const download = async (id: string) => {
  await world.steward.fetcher.fetch({ kind: 'document', id }, { refresh: false, signal: new AbortController().signal })
  await texts.idle()
}
const found = async () => {
  const { hits } = await world.steward.store.read('texts.search', {
    ...{ text: '"kestrel keeps"', filters: {}, offset: 0, limit: 50 },
  })
  return hits.map(({ document_id, page, further, scan }) => ({ document_id, page, further, scan }))
}
const progress = async () => {
  const { scans_read, scans_left, scan_state } = await texts.coverage()
  return { scans_read, scans_left, scan_state }
}
const problemOf = async (kind: 'partial' | 'scans' = 'partial') => {
  const { rows } = await texts.problems({ kind, offset: 0, limit: 10 })
  return rows.map(({ why, scan }) => ({ why, scan }))
}

describe('scans', () => {
  it('are read once the computer has not been used for two minutes, and not on battery', async () => {
    await download(first())
    look()
    await texts.idle()
    expect(await progress()).toEqual({ scans_read: 0, scans_left: 2, scan_state: 'when-idle' })
    Object.assign(use, { idleMs: 2 * minutes, battery: true })
    look()
    await texts.idle()
    expect(scanner.asked).toEqual([])
    use.battery = false
    look()
    await texts.idle()
    expect(scanner.asked).toEqual([[2, 3]])
    expect(await progress()).toEqual({ scans_read: 2, scans_left: 0, scan_state: 'done' })
    expect(await found()).toEqual([{ document_id: first(), page: 2, further: 1, scan: 'read' }])
    const page = await world.steward.store.read('texts.page', { document_id: first(), page: 3, text: '' })
    expect(page).toMatchObject({ text: 'The kestrel keeps page 3.', scan: 'unsure' })
    expect((await texts.coverage()).partial).toBe(0)
  })

  it('check the use of the computer only while pages wait', async () => {
    expect(use.looks.size).toBe(0)
    await download(first())
    expect(use.looks.size).toBe(1)
    use.idleMs = 2 * minutes
    look()
    await texts.idle()
    expect({ looks: use.looks.size, ...(await progress()) }).toMatchObject({ looks: 0, scans_left: 0 })
    Object.assign(use, { idleMs: 0 })
    await download(second())
    expect(use.looks.size).toBe(1)
    await texts.close()
    expect(use.looks.size).toBe(0)
  })

  /** Begins to read a document, whose second scan is in progress afterwards. */
  const readUntilSecond = async () => {
    use.idleMs = 5 * minutes
    scanner.hangs = true
    const hanging = Promise.withResolvers<void>()
    scanner.began = () => {
      if (scanner.asked.at(-1)?.includes(3)) hanging.resolve()
    }
    const downloading = download(first())
    await hanging.promise
    await expect.poll(progress).toEqual({ scans_read: 1, scans_left: 1, scan_state: 'reading' })
    return { downloading }
  }

  it('wait in the middle of a page while somebody uses the computer, finish it after half a minute, and go on when it is idle', async () => {
    const { downloading } = await readUntilSecond()
    use.idleMs = 0
    look()
    expect(use.isHeld).toBe(true)
    expect(await progress()).toEqual({ scans_read: 1, scans_left: 1, scan_state: 'when-idle' })
    use.idleMs = minutes / 2
    look()
    expect(use.isHeld).toBe(false)
    scanner.goOn()
    await downloading
    expect(await progress()).toEqual({ scans_read: 2, scans_left: 0, scan_state: 'done' })
    expect(scanner.asked).toEqual([[2, 3]])
  })

  it('go on when the status of pinned households is told, a moment after a file came', async () => {
    const { downloading } = await readUntilSecond()
    await expect.poll(() => world.steward.events).not.toEqual([])
    expect(await progress()).toEqual({ scans_read: 1, scans_left: 1, scan_state: 'reading' })
    scanner.goOn()
    await downloading
    expect(scanner.asked).toEqual([[2, 3]])
  })

  it('stop after the page that waited, until the computer is idle', async () => {
    use.idleMs = 2 * minutes
    scanner.began = () => {
      use.idleMs = 0
    }
    await download(first())
    expect(await progress()).toEqual({ scans_read: 1, scans_left: 1, scan_state: 'when-idle' })
  })

  it.each([
    ['after five minutes of use', true, 5 * 60 * 4 + 1],
    ['at once where a page cannot be made to wait', false, 1],
  ])('give a page up %s, and go on later with the pages that are left', async (_, canHold, looks) => {
    use.canHold = canHold
    const { downloading } = await readUntilSecond()
    use.idleMs = 0
    for (let at = 0; at < looks; at += 1) look()
    await downloading
    expect(use.isHeld).toBe(false)
    expect(await progress()).toEqual({ scans_read: 1, scans_left: 1, scan_state: 'when-idle' })
    Object.assign(scanner, { hangs: false })
    use.idleMs = 2 * minutes
    look()
    await texts.idle()
    expect(scanner.asked).toEqual([[2, 3], [3]])
    expect(await progress()).toMatchObject({ scans_read: 2, scans_left: 0 })
  })

  it('are read on demand while the computer is used, and read again', async () => {
    await download(first())
    await texts.readScan(first(), false)
    await texts.idle()
    expect(await progress()).toMatchObject({ scans_read: 2, scans_left: 0 })
    await texts.readScan(first(), true)
    await texts.idle()
    expect(scanner.asked).toEqual([
      [2, 3],
      [2, 3],
    ])
    expect(await found()).toHaveLength(1)
    await expect(texts.readScan(second(), false)).rejects.toMatchObject({ code: 'files/not-held' })
  })

  it('that were asked for go on after a lock, but not after a pause', async () => {
    await download(first())
    const readUntilItHangs = async () => {
      scanner.hangs = true
      const hanging = Promise.withResolvers<void>()
      scanner.began = () => {
        if (scanner.asked.at(-1)?.includes(3)) hanging.resolve()
      }
      await texts.readScan(first(), true)
      await hanging.promise
    }
    await readUntilItHangs()
    rules.mayRead = false
    texts.rulesChanged()
    await texts.idle()
    Object.assign(scanner, { hangs: false })
    rules.mayRead = true
    texts.rulesChanged()
    await texts.idle()
    expect(await progress()).toMatchObject({ scans_read: 2, scans_left: 0 })
    await readUntilItHangs()
    await texts.setPaused(true)
    await texts.idle()
    Object.assign(scanner, { hangs: false })
    await texts.setPaused(false)
    await texts.idle()
    expect(await progress()).toMatchObject({ scans_left: 1, scan_state: 'when-idle' })
  })

  it('are never read where the user says so, and what was read goes', async () => {
    await download(first())
    await texts.readScan(first(), false)
    await texts.idle()
    await texts.setNeverScanned(first(), true)
    use.idleMs = 2 * minutes
    look()
    await texts.idle()
    expect(await found()).toEqual([])
    expect(scanner.asked).toHaveLength(1)
    expect(await problemOf()).toEqual([{ scan: 'never', why: expect.stringContaining('never read as scans') }])
    await texts.setNeverScanned(first(), false)
    await texts.idle()
    expect(await found()).toHaveLength(1)
  })

  it('leave nothing where the user says never while several pages wait to be written', async () => {
    await download(first())
    let begun = 0
    let chosen = Promise.resolve()
    scanner.began = () => {
      begun += 1
      if (begun === 2) chosen = texts.setNeverScanned(first(), true)
    }
    await texts.readScan(first(), false)
    await texts.idle()
    await chosen
    await texts.idle()
    expect(await found()).toEqual([])
    const { sha256 } = (await world.steward.files.held.get({ kind: 'document', id: first() })) ?? { sha256: '' }
    const { pages } = await world.steward.store.read('texts.scanned', { document_id: first(), sha256 })
    expect(pages).toEqual([])
  })

  it('whose words cannot be written, on a full disk, stay unread without stopping the next, and are read at the next start', async () => {
    await texts.close()
    const { store } = world.steward
    const disk = { isFull: true }
    begin({
      writeLedger: async (name, input) => {
        if (disk.isFull && name === 'texts.keepScanned' && 'document_id' in input && input.document_id === first())
          throw new AppError('cache/write-failed', { message: 'The disk is full.', nextStep: 'Free some space.' })
        return store.writeLedger(name, input)
      },
    })
    for (const id of [first(), second()]) await download(id)
    use.idleMs = 2 * minutes
    look()
    await texts.idle()
    expect(await progress()).toMatchObject({ scans_read: 2, scans_left: 2 })
    expect((await found()).map(({ document_id }) => document_id)).toEqual([second()])
    disk.isFull = false
    await texts.close()
    begin()
    await texts.idle()
    expect(await progress()).toMatchObject({ scans_read: 4, scans_left: 0 })
    expect(await found()).toHaveLength(2)
  })

  it('report a page that ended the process, and read the pages after it', async () => {
    scanner.fatal = 2
    await download(first())
    await texts.readScan(first(), false)
    await texts.idle()
    expect(scanner.asked).toEqual([[2, 3], [3]])
    expect(await problemOf()).toEqual([{ scan: 'read', why: expect.stringContaining('1 page took too long') }])
    expect(await found()).toMatchObject([{ page: 3 }])
  })

  it('are not read a second time when their text is read again', async () => {
    await download(first())
    await texts.readScan(first(), false)
    await texts.idle()
    await texts.readNow(first())
    await texts.idle()
    expect(scanner.asked).toHaveLength(1)
    expect(await found()).toHaveLength(1)
  })

  it('go from the ledger with their file, and when the firm forbids texts', async () => {
    await download(first())
    await download(second())
    for (const id of [first(), second()]) await texts.readScan(id, false)
    await texts.idle()
    const kept = async (id: string) => {
      const file = await world.steward.files.held.get({ kind: 'document', id })
      return (await world.steward.store.read('texts.scanned', { document_id: id, sha256: file?.sha256 ?? '' })).pages
        .length
    }
    const sha256 = (await world.steward.files.held.get({ kind: 'document', id: first() }))?.sha256 ?? ''
    await world.steward.files.held.remove({ kind: 'document', id: first() })
    await texts.idle()
    expect((await world.steward.store.read('texts.scanned', { document_id: first(), sha256 })).pages).toEqual([])
    expect(await kept(second())).toBe(2)
    rules.mustForget = true
    texts.rulesChanged()
    await texts.idle()
    expect(await kept(second())).toBe(0)
    expect(await found()).toEqual([])
  })

  it('of statements go with the text of documents that the firm forbids, also at the next start', async () => {
    const { store } = world.steward
    const words = { id: 'statement-1', sha256: '0'.repeat(64), pages: '[]' }
    const stored = async () => (await store.read('statements.scans', {})).map(({ id }) => id)
    await store.writeLedger('statements.keepScan', words)
    texts.rulesChanged()
    await texts.idle()
    expect(await stored()).toEqual(['statement-1'])
    rules.mustForget = true
    texts.rulesChanged()
    await texts.idle()
    expect(await stored()).toEqual([])
    await texts.close()
    await store.writeLedger('statements.keepScan', words)
    begin()
    await texts.idle()
    expect(await stored()).toEqual([])
  })

  it('are said to be not searched where the engine is missing', async () => {
    await texts.close()
    begin({ hasEngine: false })
    await download(first())
    use.idleMs = 2 * minutes
    look()
    await texts.idle()
    expect(await progress()).toEqual({ scans_read: 0, scans_left: 2, scan_state: 'no-engine' })
    await expect(texts.readScan(first(), false)).rejects.toMatchObject({ code: 'texts/no-engine' })
  })
})
