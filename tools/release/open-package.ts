import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { run } from '../lib/run.mjs'

type Extraction = { program: string; args: (file: string, to: string) => string[]; from: string }

/** Programs that unpack a package without running anything in it, by the end of its name. */
const extractions: Readonly<Record<string, Extraction>> = {
  '.deb': { program: 'dpkg-deb', args: (file, to) => ['--extract', file, to], from: 'the package dpkg' },
  '.rpm': { program: 'bsdtar', args: (file, to) => ['-xf', file, '-C', to], from: 'the package libarchive-tools' },
  '.appimage': { program: '7z', args: (file, to) => ['x', '-y', `-o${to}`, file], from: 'the package 7zip' },
  '.exe': { program: '7z', args: (file, to) => ['x', '-y', `-o${to}`, file], from: 'https://www.7-zip.org' },
  '.msi': { program: 'msiexec', args: (file, to) => ['/a', file, '/qn', `TARGETDIR=${to}`], from: 'Windows' },
  '.zip': { program: 'tar', args: (file, to) => ['-xf', file, '-C', to], from: 'macOS or Windows' },
  '.dmg': {
    program: 'hdiutil',
    args: (file, to) => ['attach', file, '-readonly', '-nobrowse', '-mountpoint', to],
    from: 'macOS',
  },
}

const archiveName = 'app.asar'

/** Returns the path of the app's archive below a folder. */
async function archiveIn(folder: string): Promise<string | undefined> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const archive = found.find((each) => each.isFile() && each.name === archiveName)
  return archive && join(archive.parentPath, archive.name)
}

async function extract(file: string, to: string): Promise<void> {
  const end = Object.keys(extractions).find((name) => file.toLowerCase().endsWith(name))
  const extraction = end === undefined ? undefined : extractions[end]
  if (extraction === undefined)
    throw new Error(`${basename(file)} is no package of Steward: ${Object.keys(extractions).join(', ')}, or a folder.`)
  await mkdir(to, { recursive: true })
  const { code, output } = await run(extraction.program, extraction.args(file, to), { quiet: true })
  if (code === 127)
    throw new Error(`${extraction.program} is needed to open ${basename(file)}. It comes with ${extraction.from}.`)
  if (code !== 0) throw new Error(`${basename(file)} could not be opened:\n${output.slice(-2000)}`)
}

/**
 * Returns the path of the app's archive inside a package, an unpacked app, or the archive itself. Windows' installer holds a second
 * package, which is opened too.
 *
 * @param folder - for the opened package
 * @throws if it has none, or if a program to open it is missing; the message names the program
 */
export async function archiveOf(path: string, folder: string): Promise<string> {
  if (basename(path) === archiveName) return path
  if ((await stat(path)).isDirectory()) {
    const archive = await archiveIn(path)
    if (archive !== undefined) return archive
    const inner = (await readdir(path, { recursive: true })).find((name) => /app-(64|arm64)\.7z$/.test(name))
    if (inner === undefined) throw new Error(`${path} contains no ${archiveName}.`)
    const to = `${folder}-inner`
    const { code, output } = await run('7z', ['x', '-y', `-o${to}`, join(path, inner)], { quiet: true })
    if (code !== 0) throw new Error(`${inner} could not be opened:\n${output.slice(-2000)}`)
    return archiveOf(to, to)
  }
  await extract(path, folder)
  return archiveOf(folder, folder)
}
