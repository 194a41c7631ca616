import { calls } from './calls.ts'

export const shell = {
  async openExternal(url: string): Promise<void> {
    calls.opened.push(url)
  },
  showItemInFolder(fullPath: string): void {
    calls.shown.push(fullPath)
  },
  /** Opens every file except those without a program for them. */
  async openPath(path: string): Promise<string> {
    calls.openedFiles.push(path)
    return path.endsWith('.csv') ? 'No application knows how to open it.' : ''
  },
}
