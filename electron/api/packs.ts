import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { fileNamePart, numberedFileName, safeFileName } from '../../shared/domain/file-names.ts'
import type { ContractInputs } from '../../shared/ipc/contract.ts'
import type { PackProgress } from '../../shared/ipc/packs.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { maxPackTemplates } from '../data/ledger/pack-settings.ts'
import { assertLogo } from '../exports/pack/logo.ts'
import type { PackContent } from '../exports/pack/pack-document.tsx'
import { datedFileName } from '../exports/saved-files.ts'
import { createMutex } from '../platform/concurrency.ts'
import type { DocumentPrinter, Shell } from '../platform/host.ts'
import { createZipWriter } from '../platform/zip/zip-writer.ts'
import { withConnection } from './context.ts'
import type { Core, UseCases } from './core.ts'
import type { FileSaver, SavingFile } from './exports.ts'
import { chooseRules, type RuleSources } from './today.ts'

/** Longest household name in a file name, in bytes. */
const maxNameBytes = 80

type Options = {
  runtimes: Pick<Runtimes, 'get'>
  shell: Pick<Shell, 'openPrinter'>
  files: Pick<FileSaver, 'begin'>
  rules: RuleSources
  /** `YYYY-MM-DD` in local time. */
  today: () => string
  gate: Core['gate']
}

type Household = { id: string; name: string }
type Input = ContractInputs['packs']['start']
type Chosen = Pick<Input, 'options' | 'questions'>

/** Meeting packs: one or many households as PDFs, and what they are made with. */
export function createPackUseCases({ runtimes, shell, files, rules, today, gate }: Options): UseCases['packs'] {
  const inConnection = withConnection(runtimes)
  /** One printer at a time: it uses much memory. */
  const inTurn = createMutex()

  /** The records and figures that a household's pack is made of. */
  async function contentOf(store: ConnectionStore, id: string, { options, questions }: Chosen): Promise<PackContent> {
    const chosen = await chooseRules(rules)
    const since = new Date(`${options.since}T00:00:00`).toISOString()
    const { since_met } = options
    const facts = await store.read('packs.facts', { id, rules: chosen.rules, since, since_met })
    return { facts, firm: await store.read('packs.firm', {}), options, questions, today: today() }
  }

  /** Makes a household's PDF. */
  async function packOf(store: ConnectionStore, { id }: Household, { printer, input, signal }: Run) {
    const { packDocument } = await drawing()
    return printer.print(packDocument(await contentOf(store, id, input)), signal)
  }

  async function* run(input: Input, signal: AbortSignal): AsyncGenerator<PackProgress | null, void, void> {
    const runtime = await runtimes.get(input.connectionId)
    const { store } = await runtime.open()
    const households = await namesOf(store, input.households)
    const printers = createPrinters(shell)
    // Before the question for a place: if nothing can be printed here, there is none to choose.
    await printers.get()
    const total = households.length
    const failed: PackProgress['failed'] = []
    let file: SavingFile | null = null
    try {
      const suggestedName = nameOfFile(households, { connectionName: runtime.connection.name, now: new Date() })
      file = await files.begin({ procedure: 'packs.start', suggestedName })
      if (file === null) {
        yield null
        return
      }
      yield { done: 0, total, failed, file: null, ended: false }
      const packs = collectPacks(file, total)
      for (const [at, household] of households.entries()) {
        if (signal.aborted) return
        // Steward may have been locked or the policy changed since the last one.
        gate('packs.start')
        try {
          await packs.add(household, await packOf(store, household, { printer: await printers.get(), input, signal }))
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
      await packs.end()
      yield { done: total, total, failed, file: await file.save(), ended: true }
    } finally {
      await file?.discard()
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
    page: inConnection(async ({ store }, { household_id, ...chosen }) => {
      const { packPage } = await drawing()
      const { style, body } = packPage(await contentOf(store, household_id, chosen))
      return { style, body }
    }),
    templates: inConnection(({ store }) => store.read('packs.templates', {})),
    setTemplate: inConnection(async ({ store }, { name, template }) => {
      if (template !== null && (await store.read('packs.templates', {})).length >= maxPackTemplates) throw tooMany()
      await store.keep('packs.setTemplate', { name, template })
    }),
    firm: inConnection(({ store }) => store.read('packs.firm', {})),
    setFirm: inConnection(async ({ store }, { firm }) => {
      if (firm.logo !== null) assertLogo(firm.logo)
      await store.keep('packs.setFirm', firm)
    }),
  }
}

/** Loaded at the first pack: drawing on paper needs code that nothing else here does. */
const drawing = () => import('../exports/pack/pack-document.tsx')

type Run = { printer: DocumentPrinter; input: Input; signal: AbortSignal }

/** The error is about the file that all packs go to. */
const isOfFile = (problem: unknown) =>
  problem instanceof AppError && ['export/write-failed', 'custody/locked', 'policy/forbidden'].includes(problem.code)

/** In the order of the request; a household that is gone has its id for a name, and fails. */
async function namesOf(store: ConnectionStore, ids: readonly string[]): Promise<Household[]> {
  const titles = await store.read('places.titles', { resource: 'households', ids: [...new Set(ids)] })
  const names = new Map(titles.map(({ id, title }) => [id, title]))
  return [...new Set(ids)].map((id) => ({ id, name: names.get(id) ?? id }))
}

function nameOfFile(households: readonly Household[], of: { connectionName: string; now: Date }): string {
  const [only] = households
  if (households.length > 1 || only === undefined) return datedFileName('Meeting packs', { ...of, extension: 'zip' })
  const what = `Meeting pack ${fileNamePart(only.name, maxNameBytes)}`.trim()
  return datedFileName(what, { ...of, extension: 'pdf' })
}

/** Waits for a turn; returns the function that ends it. */
function turnOf(inTurn: ReturnType<typeof createMutex>): Promise<() => void> {
  return new Promise((resolve) => {
    void inTurn(() => new Promise<void>((leave) => resolve(leave)))
  })
}

/** The printer of a run. One that failed is replaced: it may not be able to print any more. */
function createPrinters(shell: Options['shell']) {
  let printer: DocumentPrinter | null = null
  const close = async () => {
    await printer?.close()
    printer = null
  }
  return {
    async get(): Promise<DocumentPrinter> {
      printer ??= await shell.openPrinter()
      return printer
    },
    renew: close,
    close,
  }
}

/** Where packs go: one is the file itself, several are a ZIP of one PDF each, one after another in constant memory. */
function collectPacks(file: SavingFile, total: number) {
  if (total === 1) {
    return { add: (_household: Household, pdf: Uint8Array) => file.append(pdf), end: async () => {} }
  }
  const zip = createZipWriter(file)
  const used = new Set<string>()
  const freeName = (household: Household) => {
    const wanted = safeFileName(`${fileNamePart(household.name, maxNameBytes) || 'Household'}.pdf`)
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : numberedFileName(wanted, number)
      if (!used.has(name.toLowerCase())) {
        used.add(name.toLowerCase())
        return name
      }
    }
  }
  return { add: (household: Household, pdf: Uint8Array) => zip.add(freeName(household), pdf), end: zip.end }
}

function tooMany(): AppError {
  return new AppError('ipc/bad-request', {
    message: `There are ${maxPackTemplates} templates already.`,
    nextStep: 'Remove one, then save this one.',
  })
}
