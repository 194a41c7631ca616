import type { OpenableFile, Shell } from '../platform/host.ts'

type Files = Pick<Shell, 'openFile' | 'dragFile'>

/**
 * Wraps the shell's methods that give files to other programs with a second gate check once the file is ready: while the copy is
 * made, Steward may be locked or the firm's policy may change.
 *
 * @param gate - see `Core.gate`
 */
export function guardFiles(guarded: Files, gate: (procedure: string) => void): Files {
  return {
    async openFile(file) {
      gate('files.open')
      await guarded.openFile(file)
    },
    get dragFile() {
      const { dragFile } = guarded
      if (dragFile === null) return null
      return async (file: OpenableFile) => {
        gate('files.dragOut')
        await dragFile(file)
      }
    },
  }
}
