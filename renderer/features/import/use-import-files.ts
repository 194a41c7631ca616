import { useEffect, useRef, useState } from 'react'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { type FileReading, type ImportShape, maxImportBytes, maxImportPiece } from '../../../shared/ipc/imports.ts'
import { type Answers, answerTo, type Question } from '../../../shared/tables/doubts.ts'
import { useClient } from '../../lib/api.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { useConnection } from '../../lib/connection.ts'
import { type PresentedError, presentError, presentFailure } from '../../lib/present-error.ts'

export type ReadyFile = {
  step: 'ready'
  name: string
  /** The advisor's choices about how the file is read. */
  reading: FileReading
  shape: ImportShape
  mapping: (string | null)[]
  /** What the columns leave open with this mapping. */
  questions: Question[]
}

export type FileState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  | { step: 'failed'; name: string; error: PresentedError }
  | ReadyFile

const none: FileState = { step: 'none' }

/** A file as it is: nothing was chosen yet. */
const asIs: FileReading = { encoding: null, delimiter: null, sheet: null, answers: {} }

type Held = { connectionId: string; import_id: string }

/** Sends the bytes in pieces, because one message holds a few hundred thousand characters at most. */
async function send(client: Client, held: Held, part: ImportPart, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at === 0 || at < bytes.length; at += maxImportPiece) {
    const base64 = base64Of(bytes.subarray(at, at + maxImportPiece))
    await client.imports.append({ ...held, part, base64, first: at === 0 })
  }
}

/** Bytes turned into text at once: a function takes only so many arguments. */
const bytesAtOnce = 30_000

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce))
  return btoa(text)
}

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
  const begun = useRef<Promise<Held> | null>(null)
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
  const replace = async (part: ImportPart, name: string, work: (held: Held) => Promise<ReadyFile>) => {
    latest.current[part] += 1
    const turn = latest.current[part]
    put(part, { step: 'reading', name })
    const next = await hold()
      .then(work)
      .catch((thrown: unknown): FileState => ({ step: 'failed', name, error: presentError(thrown) }))
    if (turn === latest.current[part]) put(part, next)
  }
  const describe = async (held: Held, part: ImportPart, { name, reading }: Pick<ReadyFile, 'name' | 'reading'>) => {
    const shape = await client.imports.describe({ ...held, part, reading })
    const { mapping } = shape
    const questions = await client.imports.questions({ ...held, part, mapping })
    return { step: 'ready', name, reading, shape, mapping, questions } as const
  }
  /** Reads the file again with other choices; a mapping that still fits is kept. */
  const change = (part: ImportPart, choices: Partial<FileReading>) => {
    const file = files[part]
    if (file.step !== 'ready') return
    const reading = { ...file.reading, ...choices }
    void replace(part, file.name, async (held) => {
      const next = await describe(held, part, { name: file.name, reading })
      const isSame = next.shape.columns.every(({ header }, at) => header === file.shape.columns[at]?.header)
      return isSame && next.mapping.length === file.mapping.length
        ? { ...next, mapping: file.mapping, questions: file.questions }
        : next
    })
  }

  return {
    files,
    version,
    hold,
    touch: () => setVersion((before) => before + 1),
    async choose(part: ImportPart, file: File) {
      if (file.size > maxImportBytes) return put(part, { step: 'failed', name: file.name, error: tooLarge() })
      await replace(part, file.name, async (held) => {
        await send(client, held, part, new Uint8Array(await file.arrayBuffer()))
        return describe(held, part, { name: file.name, reading: asIs })
      })
    },
    /** Encoding, delimiter, sheet or header row; the file is read again. */
    change,
    answer(part: ImportPart, id: string, answer: string) {
      const file = files[part]
      if (file.step !== 'ready') return
      const answers = { ...file.reading.answers, [id]: answer }
      // What concerns a column changes how its cells are read, not which rows and columns the file has.
      if (file.questions.some((question) => question.id === id))
        put(part, { ...file, reading: { ...file.reading, answers } })
      else change(part, { answers })
    },
    setField(part: ImportPart, column: number, field: string | null) {
      const file = files[part]
      if (file.step !== 'ready') return
      // A field is mapped to one column: mapping it to another column removes the earlier mapping.
      const mapping = file.mapping.map((other, at) => (at === column ? field : other === field ? null : other))
      void replace(part, file.name, async (held) => ({
        ...file,
        mapping,
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
