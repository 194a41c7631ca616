import { calls } from './calls.ts'

export const shell = {
  openExternal: async (url: string) => void calls.opened.push(url),
  showItemInFolder: (path: string) => void calls.shown.push(path),
  /** Opens every file except those without a program for them. */
  async openPath(path: string) {
    calls.openedFiles.push(path)
    return path.endsWith('.csv') ? 'No application knows how to open it.' : ''
  },
}
