/** A file that was dropped or picked; `file` is null where the system does not let it be read. */
export type PickedFile = {
  name: string
  /** The folders it lay in, of what was dropped: `Estate/2026`; empty for none. */
  folder: string
  file: File | null
}

/** What systems leave in folders for themselves. */
const leftBySystems = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.localized'])

/**
 * Every file of a drop, those in folders at any depth among them. One that cannot be read is told of all the same, and keeps
 * none of the others from being taken. To be called while the drop is being handled: afterwards there is nothing in it.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  // Both are asked for at once; a drop that a script made has no entries.
  const dropped = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  if (dropped.length === 0) return filesOfInput(files)
  const found = await Promise.all(
    dropped.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return filesIn(entry as FileSystemDirectoryEntry, '')
      return file ? [{ name: file.name, folder: '', file }] : []
    }),
  )
  return inOrder(withoutLeftovers(found.flat()))
}

/** The files of a picker, with their folders where a folder was picked. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  const picked = [...files].map((file) => ({
    name: file.name,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
    file,
  }))
  return inOrder(withoutLeftovers(picked))
}

const withoutLeftovers = (files: readonly PickedFile[]) => files.filter(({ name }) => !leftBySystems.has(name))

/** Folders keep their files in no order that anybody would look for them in. */
const inOrder = (files: readonly PickedFile[]) =>
  files.toSorted(
    (left, right) =>
      left.folder.localeCompare(right.folder, 'en', { numeric: true }) ||
      left.name.localeCompare(right.name, 'en', { numeric: true }),
  )

async function filesIn(directory: FileSystemDirectoryEntry, above: string): Promise<PickedFile[]> {
  const folder = above === '' ? directory.name : `${above}/${directory.name}`
  const entries = await entriesOf(directory)
  // A folder that cannot be looked into is told of as if it were a file that cannot be read.
  if (entries === null) return [{ name: directory.name, folder: above, file: null }]
  const found: PickedFile[] = []
  for (const entry of entries) {
    if (entry.isDirectory) found.push(...(await filesIn(entry as FileSystemDirectoryEntry, folder)))
    else found.push({ name: entry.name, folder, file: await fileOf(entry as FileSystemFileEntry) })
  }
  return found
}

/** They come a hundred at a time, until none come. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[] | null> {
  const reader = directory.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const more = await new Promise<FileSystemEntry[] | null>((resolve) => {
      reader.readEntries(resolve, () => resolve(null))
    })
    if (more === null) return null
    if (more.length === 0) return entries
    entries.push(...more)
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => {
    entry.file(resolve, () => resolve(null))
  })
