import { basename, dirname, extname, join } from 'node:path'
import { app, BrowserWindow, dialog, type NativeImage, nativeImage, type SaveDialogOptions, shell } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { OpenableFile, SaveTarget } from '../../platform/host.ts'
import type { WrittenFile } from '../../platform/written-file.ts'
import { drawSheet, sheetSize } from './drawn-icons.ts'

/** Asks with the system's own dialog, which also asks before a file is replaced. */
export async function chooseSaveTarget({ suggestedName }: { suggestedName: string }): Promise<SaveTarget | null> {
  const extension = extname(suggestedName).slice(1)
  const options: SaveDialogOptions = {
    defaultPath: join(app.getPath('downloads'), suggestedName),
    properties: ['showOverwriteConfirmation'],
    filters: extension === '' ? [] : [{ name: extension.toUpperCase(), extensions: [extension] }],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (canceled || filePath === '') return null
  return { folder: dirname(filePath), name: basename(filePath), replace: true }
}

/**
 * The only place where this shell opens a file in another program.
 *
 * @throws AppError `files/not-opened`
 */
export async function openFile(file: OpenableFile): Promise<void> {
  // It resolves with the system's error text, or with an empty string on success.
  const problem = await shell.openPath(file)
  if (problem === '') return
  throw new AppError('files/not-opened', {
    message: 'No program on this computer could open this file.',
    nextStep: 'Save a copy, and open it with a program of your choice.',
  })
}

/**
 * Attaches a file to the drag that began in the front window, to be dropped on another program.
 *
 * @throws AppError `files/not-opened` if no window is in front
 */
export async function dragFile(file: OpenableFile): Promise<void> {
  const icon = await dragIcon(file)
  const window = BrowserWindow.getFocusedWindow()
  if (window !== null) return window.webContents.startDrag({ file, icon })
  throw new AppError('files/not-opened', {
    message: 'The drag ended before the file was ready.',
    nextStep: 'Drag it once more, or save a copy.',
  })
}

/** The system's icon for the file, or one drawn here: without an icon a drag does not begin on Linux, and fails on macOS. */
async function dragIcon(file: OpenableFile): Promise<NativeImage> {
  const icon = await app.getFileIcon(file).catch(() => null)
  if (icon !== null && !icon.isEmpty()) return icon
  return nativeImage.createFromBitmap(drawSheet(), { width: sheetSize, height: sheetSize })
}

/** @throws AppError `export/not-shown` */
export async function revealFile(file: WrittenFile): Promise<void> {
  try {
    shell.showItemInFolder(file)
  } catch (cause) {
    throw new AppError('export/not-shown', {
      message: "The system's file manager could not be opened.",
      nextStep: 'Open the folder yourself; the file is there.',
      cause,
    })
  }
}
