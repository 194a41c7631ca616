import { useEffect, useRef, useState } from 'react'
import type { DateOrder, ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { type ImportShape, maxImportText } from '../../../shared/ipc/imports.ts'
import { useClient } from '../../lib/api.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { useConnection } from '../../lib/connection.ts'
import { type PresentedError, presentError, presentFailure } from '../../lib/present-error.ts'
import { decodeFile, type Encoding, maxFileBytes } from './decode-file.ts'

export type ReadyFile = {
  step: 'ready'
  name: string
  bytes: Uint8Array
  encoding: Encoding
  shape: ImportShape
  mapping: (string | null)[]
  date_order: DateOrder
}

export type FileState =
  | { step: 'none' }
  | { step: 'reading'; name: string }
  | { step: 'failed'; name: string; error: PresentedError }
  | ReadyFile

export type Delimiter = ',' | ';' | '\t' | '|'

const none: FileState = { step: 'none' }

type Held = { connectionId: string; import_id: string }

/** Sends the text in pieces, because one message holds a few hundred thousand characters at most. */
async function send(client: Client, held: Held, part: ImportPart, text: string): Promise<void> {
  for (let at = 0; at === 0 || at < text.length; at += maxImportText) {
    await client.imports.append({ ...held, part, text: text.slice(at, at + maxImportText), first: at === 0 })
  }
}

const tooLarge = () =>
  presentFailure({
    code: 'import/unreadable',
    message: 'The file has more than 80 MB.',
    nextStep: 'Split it into smaller files and import them one after another.',
  })

/**
 * The files of one import. The page reads them itself, because it receives the files without their paths. It sends the text to
 * the main process, which has the records to check the rows against and keeps the page responsive.
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
  const change = (part: ImportPart, next: FileState) => {
    setFiles((all) => ({ ...all, [part]: next }))
    setVersion((before) => before + 1)
  }
  /** If one part is read twice at the same time, only the later result is shown. */
  const reading = async (part: ImportPart, name: string, work: (held: Held) => Promise<ReadyFile>) => {
    latest.current[part] += 1
    const turn = latest.current[part]
    change(part, { step: 'reading', name })
    const next = await hold()
      .then(work)
      .catch((thrown: unknown): FileState => ({ step: 'failed', name, error: presentError(thrown) }))
    if (turn === latest.current[part]) change(part, next)
  }
  const read = (part: ImportPart, { name, bytes }: { name: string; bytes: Uint8Array }, chosen: Encoding | null) =>
    reading(part, name, async (held) => {
      const { text, encoding } = decodeFile(bytes, chosen)
      await send(client, held, part, text)
      const shape = await client.imports.describe({ ...held, part, delimiter: null })
      return { step: 'ready', name, bytes, encoding, shape, mapping: shape.mapping, date_order: shape.date_order }
    })
  const changeReady = (part: ImportPart, next: (file: ReadyFile) => ReadyFile) => {
    const file = files[part]
    if (file.step === 'ready') change(part, next(file))
  }

  return {
    files,
    version,
    hold,
    touch: () => setVersion((before) => before + 1),
    async choose(part: ImportPart, file: File) {
      if (file.size > maxFileBytes) return change(part, { step: 'failed', name: file.name, error: tooLarge() })
      await read(part, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, null)
    },
    setEncoding(part: ImportPart, encoding: Encoding) {
      const file = files[part]
      if (file.step === 'ready') void read(part, file, encoding)
    },
    setDelimiter(part: ImportPart, delimiter: Delimiter) {
      const file = files[part]
      if (file.step !== 'ready') return
      void reading(part, file.name, async (held) => {
        const shape = await client.imports.describe({ ...held, part, delimiter })
        return { ...file, shape, mapping: shape.mapping, date_order: shape.date_order }
      })
    },
    setField: (part: ImportPart, column: number, field: string | null) =>
      changeReady(part, (file) => ({
        ...file,
        // A field is mapped to one column: mapping it to another column removes the earlier mapping.
        mapping: file.mapping.map((other, at) => (at === column ? field : other === field ? null : other)),
      })),
    setDateOrder: (part: ImportPart, date_order: DateOrder) => changeReady(part, (file) => ({ ...file, date_order })),
    remove(part: ImportPart) {
      latest.current[part] += 1
      change(part, none)
      void hold()
        .then((held) => client.imports.removePart({ ...held, part }))
        .catch(() => {})
    },
  }
}

export type ImportFiles = ReturnType<typeof useImportFiles>
