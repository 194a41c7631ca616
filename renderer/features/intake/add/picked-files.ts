/** A file that was dropped or picked; `file` is null if it cannot be read. */
export type PickedFile = {
  name: string
  /** Path of the folders that contain it, relative to the drop: `Estate/2026`; '' if there are none. */
  folder: string
  file: File | null
}

/** Files that operating systems create in folders. */
const leftBySystems = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.localized'])

/**
 * All files of a drop, including those in nested folders. Files that cannot be read are included with `file: null` and do not
 * affect the others. Must be called within the drop event, after which the data is empty.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  // Both are read at once, within the event. A drop created by a script has no entries.
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

/** The files of a picker, with their folders if a folder was picked. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  const picked = [...files].map((file) => ({
    name: file.name,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
    file,
  }))
  return inOrder(withoutLeftovers(picked))
}

const withoutLeftovers = (files: readonly PickedFile[]) => files.filter(({ name }) => !leftBySystems.has(name))

/** Sorts by folder and name, because folders list their files in no useful order. */
const inOrder = (files: readonly PickedFile[]) =>
  files.toSorted(
    (left, right) =>
      left.folder.localeCompare(right.folder, 'en', { numeric: true }) ||
      left.name.localeCompare(right.name, 'en', { numeric: true }),
  )

async function filesIn(directory: FileSystemDirectoryEntry, above: string): Promise<PickedFile[]> {
  const folder = above === '' ? directory.name : `${above}/${directory.name}`
  const entries = await entriesOf(directory)
  // A folder that cannot be read is reported like a file that cannot be read.
  if (entries === null) return [{ name: directory.name, folder: above, file: null }]
  const found: PickedFile[] = []
  for (const entry of entries) {
    if (entry.isDirectory) found.push(...(await filesIn(entry as FileSystemDirectoryEntry, folder)))
    else found.push({ name: entry.name, folder, file: await fileOf(entry as FileSystemFileEntry) })
  }
  return found
}

/** `readEntries` returns a limited number of entries per call (100 in Chromium) until none are left. */
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
