import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementSettings(os: Implementer['settings'], { settings }: Core) {
  return {
    exportFile: os.exportFile.handler(async () => ({ file: await settings.exportFile() })),
    judge: os.judge.handler(({ input }) => settings.judge(input.text)),
    apply: os.apply.handler(({ input }) => settings.apply(input.text)),
    about: os.about.handler(() => settings.about()),
  }
}
