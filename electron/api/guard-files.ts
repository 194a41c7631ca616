import type { OpenableFile, Shell } from '../platform/host.ts'

type Files = Pick<Shell, 'openFile' | 'dragFile'>

/**
 * The shell's ways of giving files to other programs, which ask once more when the file is ready: making a copy takes a while, in
 * which Steward may be locked or the firm may change its mind.
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
