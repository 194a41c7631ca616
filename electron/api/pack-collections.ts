import { fileNamePart, numberedFileName, safeFileName } from '../../shared/domain/file-names.ts'
import { datedFileName, type SavedFile } from '../exports/saved-files.ts'
import { createZipWriter } from '../platform/zip/zip-writer.ts'
import type { FileSaver } from './exports.ts'

/** Where the packs of a run go, one after another in constant memory. */
export type PackCollection = {
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
export async function collectPacks(
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
