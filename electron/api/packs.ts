import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { fileNamePart, numberedFileName, safeFileName } from '../../shared/domain/file-names.ts'
import type { ContractInputs } from '../../shared/ipc/contract.ts'
import type { PackProgress } from '../../shared/ipc/packs.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { maxPackTemplates } from '../data/ledger/pack-settings.ts'
import { assertLogo } from '../exports/pack/logo.ts'
import type { PackContent } from '../exports/pack/pack-document.tsx'
import { datedFileName, type SavedFile } from '../exports/saved-files.ts'
import type { DocumentPrinter, Shell } from '../platform/host.ts'
import { createZipWriter } from '../platform/zip/zip-writer.ts'
import type { Core, UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'
import { chooseRules, dateRulesIn, ofKind, type RuleSources } from './today.ts'

type Options = {
  runtimes: Pick<Runtimes, 'get'>
  shell: Pick<Shell, 'openPrinter'>
  files: Pick<FileSaver, 'begin' | 'beginFolder'>
  rules: RuleSources
  /** `YYYY-MM-DD` in local time. */
  today: () => string
  gate: Core['gate']
}

type Household = { id: string; name: string }
type Input = ContractInputs['packs']['start']
type Chosen = Pick<Input, 'options' | 'questions'>
/** `connectionName`: for packs of a firm that set no name of its own. */
type Of = { store: ConnectionStore; connectionName: string }

/** Meeting packs: one or many households as PDFs, and what they are made with. */
export function createPackUseCases({ runtimes, shell, files, rules, today, gate }: Options): UseCases['packs'] {
  const inConnection = withConnection(runtimes)
  /** One printer at a time: it uses much memory. */
  const inTurn = createMutex()

  /** The records and figures that a household's pack is made of. */
  async function contentOf(
    { store, connectionName }: Of,
    id: string,
    { options, questions }: Chosen,
  ): Promise<PackContent> {
    const chosen = await chooseRules(rules, store)
    const since = new Date(`${options.since}T00:00:00`).toISOString()
    const { since_met } = options
    const rulesOf = { rules: ofKind(chosen.rules, 'document'), date_rules: dateRulesIn(chosen.rules) }
    const day = today()
    const facts = await store.read('packs.facts', { id, ...rulesOf, since, since_met, today: day })
    const firm = await store.read('packs.firm', {})
    return { facts, firm: { ...firm, name: firm.name || connectionName }, options, questions, today: day }
  }

  /** A household's pack as the document to print. */
  async function documentOf(of: Of, id: string, chosen: Chosen): Promise<string> {
    const [{ packDocument }, content] = await Promise.all([drawing(), contentOf(of, id, chosen)])
    return packDocument(content)
  }

  /** Each household's document, in turn; the next one is drawn while the browser starts, or prints the one before. */
  function documentsOf(of: Of, households: readonly Household[], chosen: Chosen) {
    const draw = (at: number) => {
      const household = households[at]
      const drawn = household ? documentOf(of, household.id, chosen) : null
      drawn?.catch(() => {})
      return drawn
    }
    let next = draw(0)
    return (at: number): Promise<string | null> => {
      const current = next
      next = draw(at + 1)
      return Promise.resolve(current)
    }
  }

  async function* run(input: Input, signal: AbortSignal): AsyncGenerator<PackProgress | null, void, void> {
    const runtime = await runtimes.get(input.connectionId)
    const { store } = await runtime.open()
    const households = await namesOf(store, input.households)
    const printers = createPrinters(shell)
    const documentAt = documentsOf({ store, connectionName: runtime.connection.name }, households, input)
    // Before the question for a place: if nothing can be printed here, there is none to choose.
    await printers.get()
    const total = households.length
    const failed: PackProgress['failed'] = []
    let packs: PackCollection | null = null
    try {
      const of = { connectionName: runtime.connection.name, now: new Date() }
      packs = await collectPacks(files, households, { ...of, folder: input.folder ?? false })
      if (packs === null) {
        yield null
        return
      }
      yield { done: 0, total, failed, file: null, ended: false }
      for (const [at, household] of households.entries()) {
        if (signal.aborted) return
        // Steward may have been locked or the policy changed since the last one.
        gate('packs.start')
        try {
          const html = (await documentAt(at)) ?? ''
          await packs.add(household.name, await printers.print(html, signal))
        } catch (problem) {
          if (signal.aborted) return
          if (total === 1 || isOfFile(problem)) throw problem
          await printers.renew()
          failed.push({ name: household.name, message: toAppError(problem).message })
        }
        yield { done: at + 1, total, failed, file: null, ended: false }
      }
      if (signal.aborted) return
      if (failed.length === total) {
        yield { done: total, total, failed, file: null, ended: true }
        return
      }
      const file = await packs.save()
      // The packs are there, even where the ledger cannot be written.
      await store.writeLedger('packs.setLast', input.options.sections).catch(() => {})
      yield { done: total, total, failed, file, ended: true }
    } finally {
      await packs?.discard()
      await printers.close()
    }
  }

  return {
    async *start(input, signal) {
      const leave = await turnOf(inTurn)
      try {
        yield* run(input, signal)
      } finally {
        leave()
      }
    },
    async preview({ connectionId, household_id, ...chosen }, signal = new AbortController().signal) {
      const runtime = await runtimes.get(connectionId)
      const { store } = await runtime.open()
      const of = { store, connectionName: runtime.connection.name }
      const leave = await turnOf(inTurn)
      const printers = createPrinters(shell)
      try {
        signal.throwIfAborted()
        const [, html] = await Promise.all([printers.get(), documentOf(of, household_id, chosen)])
        signal.throwIfAborted()
        return { base64: Buffer.from(await printers.print(html, signal)).toString('base64') }
      } finally {
        await printers.close()
        leave()
      }
    },
    page: inConnection(async ({ store }, { household_id, ...chosen }, { name: connectionName }) => {
      const { packPage } = await drawing()
      const { style, body } = packPage(await contentOf({ store, connectionName }, household_id, chosen))
      return { style, body }
    }),
    last: inConnection(async ({ store }) => ({ sections: await store.read('packs.last', {}) })),
    templates: inConnection(({ store }) => store.read('packs.templates', {})),
    setTemplate: inConnection(async ({ store }, { name, template }) => {
      const others = (await store.read('packs.templates', {})).filter((one) => one.name !== name)
      if (template !== null && others.length >= maxPackTemplates) throw tooMany()
      await store.writeLedger('packs.setTemplate', { name, template })
    }),
    firm: inConnection(({ store }) => store.read('packs.firm', {})),
    setFirm: inConnection(async ({ store }, { firm }) => {
      if (firm.logo !== null) assertLogo(firm.logo)
      await store.writeLedger('packs.setFirm', firm)
    }),
  }
}

/** Loaded at the first pack: drawing on paper needs code that nothing else here does. */
const drawing = () => import('../exports/pack/pack-document.tsx')

/** The error is about the file that all packs go to. */
const isOfFile = (problem: unknown) =>
  problem instanceof AppError && ['export/write-failed', 'lock/locked', 'policy/forbidden'].includes(problem.code)

/** In the order of the request; a household that is gone has its id for a name, and fails. */
async function namesOf(store: ConnectionStore, ids: readonly string[]): Promise<Household[]> {
  const titles = await store.read('places.titles', { resource: 'households', ids: [...new Set(ids)] })
  const names = new Map(titles.map(({ id, title }) => [id, title]))
  return [...new Set(ids)].map((id) => ({ id, name: names.get(id) ?? id }))
}

/** Waits for a turn; returns the function that ends it. */
function turnOf(inTurn: ReturnType<typeof createMutex>): Promise<() => void> {
  return new Promise((resolve) => {
    void inTurn(() => new Promise<void>((leave) => resolve(leave)))
  })
}

/** The printer of a run. One that failed is replaced: it may not be able to print any more. */
function createPrinters(shell: Options['shell']) {
  let opening: Promise<DocumentPrinter> | null = null
  const close = async () => {
    const printer = await opening?.catch(() => null)
    opening = null
    await printer?.close()
  }
  const get = (): Promise<DocumentPrinter> => {
    opening ??= shell.openPrinter()
    return opening
  }
  return {
    get,
    async print(html: string, signal: AbortSignal): Promise<Uint8Array> {
      const [printer, { withPlainOutline }] = await Promise.all([get(), drawing()])
      return withPlainOutline(await printer.print(html, signal), html)
    },
    renew: close,
    close,
  }
}

function tooMany(): AppError {
  return new AppError('ipc/bad-request', {
    message: `There are ${maxPackTemplates} templates already.`,
    nextStep: 'Remove one, then save this one.',
  })
}

/** Where the packs of a run go, one after another in constant memory. */
type PackCollection = {
  /** @param name - of the household */
  add(name: string, pdf: Uint8Array): Promise<void>
  /** Completes it. */
  save(): Promise<SavedFile>
  /** Removes it; does nothing once it is complete. */
  discard(): Promise<void>
}

/** Longest household name in a file name, in bytes. */
const maxNameBytes = 80

type Place = {
  connectionName: string
  now: Date
  /** True if several packs go to a folder. */
  folder: boolean
}

/** One pack is a file; several are a ZIP, or a folder, of one file each. Null if the user chose no place. */
async function collectPacks(
  files: Pick<FileSaver, 'begin' | 'beginFolder'>,
  households: readonly { name: string }[],
  { folder: isFolder, ...of }: Place,
): Promise<PackCollection | null> {
  const procedure = 'packs.start'
  const [only] = households
  if (households.length === 1 && only !== undefined) {
    const what = `Meeting pack ${fileNamePart(only.name, maxNameBytes)}`.trim()
    const file = await files.begin({ procedure, suggestedName: datedFileName(what, { ...of, extension: 'pdf' }) })
    return file && { ...file, add: (_name, pdf) => file.append(pdf) }
  }
  const freeName = createNames()
  if (isFolder) {
    const folder = await files.beginFolder({ procedure, suggestedName: datedFileName('Meeting packs', of) })
    return folder && { ...folder, add: (name, pdf) => folder.add(freeName(name), pdf) }
  }
  const suggestedName = datedFileName('Meeting packs', { ...of, extension: 'zip' })
  const file = await files.begin({ procedure, suggestedName })
  if (file === null) return null
  const zip = createZipWriter(file)
  return {
    add: (name, pdf) => zip.add(freeName(name), pdf),
    async save() {
      await zip.end()
      return file.save()
    },
    discard: file.discard,
  }
}

/** Names of files, by household; households of one name get a number. */
function createNames(): (household: string) => string {
  const used = new Set<string>()
  return (household) => {
    const wanted = safeFileName(`${fileNamePart(household, maxNameBytes) || 'Household'}.pdf`)
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : numberedFileName(wanted, number)
      if (used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      return name
    }
  }
}
