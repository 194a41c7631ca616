/** A file that was dropped or picked; `file` is null if it cannot be read. */
export type PickedFile = {
  name: string
  /** Path of the folders that contain it, relative to the drop: `Estate/2026`; '' if there are none. */
  folder: string
  file: File | null
}

/** A file that is not taken. `why` in a few words: `made by macOS`. */
export type LeftOutFile = { name: string; folder: string; why: string }

export type Picked = { files: PickedFile[]; leftOut: LeftOutFile[] }

const bySystem = 'made by the system'
const links = 'a link to another place'

/** Files and folders that programs create beside documents, by their names. */
const leftovers: readonly (readonly [RegExp, string])[] = [
  [/^\._/, 'attributes of another file, made by macOS'],
  [/^~\$/, 'made by Office while a document is open'],
  [/^\.~lock\..*#$/, 'made by LibreOffice while a document is open'],
  [/^(?:thumbs\.db|ehthumbs\.db|desktop\.ini|\.ds_store|\.localized|\.directory|icon\r)$/i, bySystem],
]
const systemFolder =
  /^(?:__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd|\.TemporaryItems|\$RECYCLE\.BIN|System Volume Information|@eaDir)$/i
/** Only in folders: somebody who drops a link itself means it. */
const linkFile = /\.(?:lnk|url|webloc|desktop)$/i

/** Why a file is left out; null if it is taken. */
function whyLeftOut({ name, folder }: Pick<PickedFile, 'name' | 'folder'>): string | null {
  const leftover = leftovers.find(([form]) => form.test(name))
  if (leftover) return leftover[1]
  if (folder.split('/').some((part) => systemFolder.test(part))) return bySystem
  return folder !== '' && linkFile.test(name) ? links : null
}

function picked(found: readonly PickedFile[]): Picked {
  const leftOut = found.flatMap(({ name, folder }) => {
    const why = whyLeftOut({ name, folder })
    return why === null ? [] : [{ name, folder, why }]
  })
  return { files: inOrder(found.filter((file) => whyLeftOut(file) === null)), leftOut: inOrder(leftOut) }
}

/**
 * All files of a drop, including those in nested folders. Files that cannot be read are included with `file: null` and do not
 * affect the others. Must be called within the drop event, after which the data is empty.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<Picked> {
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
  return picked(found.flat())
}

/** The files of a picker, with their folders if a folder was picked. */
export function filesOfInput(files: Iterable<File>): Picked {
  return picked(
    [...files].map((file) => ({
      name: file.name,
      folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
      file,
    })),
  )
}

/** Sorts by folder and name, because folders list their files in no useful order. */
const inOrder = <File extends Pick<PickedFile, 'name' | 'folder'>>(files: readonly File[]) =>
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
