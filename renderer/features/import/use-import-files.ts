import { useEffect, useRef, useState } from 'react'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { type FileReading, type ImportShape, maxImportBytes } from '../../../shared/ipc/imports.ts'
import { type Answers, answerTo, type Question } from '../../../shared/tables/doubts.ts'
import { useClient, useConnection } from '../../lib/api.ts'
import { type PresentedError, presentError, presentFailure } from '../../lib/present-error.ts'
import { type HeldFiles, sendFile } from '../../lib/send-file.ts'

export type ReadyFile = {
  step: 'ready'
  name: string
  /** The advisor's choices about how the file is read. */
  reading: FileReading
  shape: ImportShape
  mapping: (string | null)[]
  /** Questions that the columns leave open with this mapping. */
  questions: Question[]
  /** True while the file is read again after a choice; until then it is shown as before, so that the keyboard stays where it is. */
  isReadAgain: boolean
}

export type FileState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  /** `before`: how it was read before a choice with which it cannot be read; another choice may be right. */
  | { step: 'failed'; name: string; error: PresentedError; before: ReadyFile | null }
  | ReadyFile

const none: FileState = { step: 'none' }

/** The file as it is read, or was before a choice with which it cannot be read; null if it never was. */
export const readIn = (file: FileState): ReadyFile | null =>
  file.step === 'ready' ? file : file.step === 'failed' ? file.before : null

/** A file as it is: nothing was chosen yet. */
const asIs: FileReading = { encoding: null, delimiter: null, sheet: null, answers: {} }

/** All questions of a file; those about columns depend on the mapping. */
export const questionsOf = ({ shape, questions }: ReadyFile): Question[] => [...shape.questions, ...questions]

/** The answers so far: the advisor's, and those remembered for a file with these headers. */
export const answersOf = ({ shape, reading }: ReadyFile): Answers => ({ ...shape.answers, ...reading.answers })

/** The questions without an answer. */
export const openQuestions = (file: ReadyFile): Question[] =>
  questionsOf(file).filter((question) => answerTo(question, answersOf(file)) === null)

const tooLarge = () =>
  presentFailure({
    code: 'import/unreadable',
    message: 'The file has more than 80 MB.',
    nextStep: 'Split it into smaller files and import them one after another.',
  })

const unreadable = () =>
  presentFailure({
    code: 'import/unreadable',
    message: 'The file could not be read.',
    nextStep: 'It may have been moved or changed: choose it again.',
  })

/**
 * The files of one import. The page reads them itself, because it receives the files without their paths. It sends the bytes to
 * the main process, which reads them as a table and has the records to check the rows against.
 */
export function useImportFiles() {
  const client = useClient()
  const connectionId = useConnection().id
  const [files, setFiles] = useState<Record<ImportPart, FileState>>({ households: none, individuals: none })
  /** Counts changes: results of a check are outdated once this number has changed. */
  const [version, setVersion] = useState(0)
  const begun = useRef<Promise<HeldFiles> | null>(null)
  const latest = useRef({ households: 0, individuals: 0 })
  useEffect(
    () => () => {
      void begun.current?.then((held) => client.imports.drop(held)).catch(() => {})
      begun.current = null
    },
    [client],
  )

  const hold = () => {
    begun.current ??= client.imports.begin({ connectionId }).then(({ import_id }) => ({ connectionId, import_id }))
    return begun.current
  }
  const put = (part: ImportPart, next: FileState) => {
    setFiles((all) => ({ ...all, [part]: next }))
    setVersion((before) => before + 1)
  }
  /** If one part is read twice at the same time, only the later result is shown. */
  const replace = async (
    part: ImportPart,
    before: { step: 'reading'; name: string } | ReadyFile,
    work: (held: HeldFiles) => Promise<FileState>,
  ) => {
    latest.current[part] += 1
    const turn = latest.current[part]
    const { name } = before
    put(part, before.step === 'ready' ? { ...before, isReadAgain: true } : before)
    const next = await hold()
      .then(work)
      .catch((thrown: unknown): FileState => {
        return { step: 'failed', name, error: presentError(thrown), before: before.step === 'ready' ? before : null }
      })
    if (turn === latest.current[part]) put(part, next)
  }
  /** Reads the file; a mapping of the same columns is kept. */
  const describe = async (
    held: HeldFiles,
    part: ImportPart,
    file: Pick<ReadyFile, 'name' | 'reading'>,
    kept?: ReadyFile,
  ) => {
    const shape = await client.imports.describe({ ...held, part, reading: file.reading })
    const isSame =
      kept?.mapping.length === shape.mapping.length &&
      shape.columns.every(({ header }, at) => header === kept.shape.columns[at]?.header)
    const mapping = isSame ? kept.mapping : shape.mapping
    const questions = await client.imports.questions({ ...held, part, mapping })
    const { name } = file
    // The sheet that was found stays, whatever is chosen about its rows.
    const reading = { ...file.reading, sheet: shape.sheet }
    return { step: 'ready', name, reading, shape, mapping, questions, isReadAgain: false } as const
  }
  const readAgain = (part: ImportPart, file: ReadyFile) =>
    void replace(part, file, (held) => describe(held, part, file, file))
  const change = (part: ImportPart, choices: Partial<FileReading>) => {
    const file = readIn(files[part])
    if (file === null) return
    const { encoding, delimiter, sheet } = file.reading
    // Another sheet or delimiter makes another table, with its own header and questions.
    const isOther = 'sheet' in choices || 'delimiter' in choices
    const kept = isOther ? { encoding, delimiter, sheet, answers: {} } : file.reading
    readAgain(part, { ...file, reading: { ...kept, ...choices } })
  }

  return {
    files,
    version,
    hold,
    touch: () => setVersion((before) => before + 1),
    async choose(part: ImportPart, file: File) {
      if (file.size > maxImportBytes) {
        latest.current[part] += 1
        return put(part, { step: 'failed', name: file.name, error: tooLarge(), before: null })
      }
      await replace(part, { step: 'reading', name: file.name }, async (held) => {
        const content = await file.arrayBuffer().catch(() => null)
        if (content === null) return { step: 'failed', name: file.name, error: unreadable(), before: null }
        await sendFile(client, held, part, new Uint8Array(content))
        return describe(held, part, { name: file.name, reading: asIs })
      })
    },
    /** Encoding, delimiter, sheet or an answer; the file is read again. */
    change,
    answer(part: ImportPart, id: string, answer: string) {
      const file = files[part]
      if (file.step !== 'ready') return
      const answers = { ...file.reading.answers, [id]: answer }
      // What concerns a column changes how its cells are read, not which rows and columns the file has.
      if (!file.isReadAgain && file.questions.some((question) => question.id === id))
        put(part, { ...file, reading: { ...file.reading, answers } })
      else change(part, { answers })
    },
    setField(part: ImportPart, column: number, field: string | null) {
      const file = files[part]
      if (file.step !== 'ready') return
      // A field is mapped to one column: mapping it to another column removes the earlier mapping.
      const mapping = file.mapping.map((other, at) => (at === column ? field : other === field ? null : other))
      const next = { ...file, mapping }
      if (file.isReadAgain) return readAgain(part, next)
      void replace(part, next, async (held) => ({
        ...next,
        questions: await client.imports.questions({ ...held, part, mapping }),
      }))
    },
    remove(part: ImportPart) {
      latest.current[part] += 1
      put(part, none)
      void hold()
        .then((held) => client.imports.removePart({ ...held, part }))
        .catch(() => {})
    },
  }
}

export type ImportFiles = ReturnType<typeof useImportFiles>
