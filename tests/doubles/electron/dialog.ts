import { basename } from 'node:path'
import { calls, user } from './calls.ts'

export const dialog = {
  showErrorBox: (title: string, text: string) => console.error(`${title}\n${text}`),
  /** The user presses the first button unless a test set another. */
  async showMessageBox(...args: unknown[]) {
    const options = args.at(-1) as { message: string; buttons: string[] }
    calls.messages.push(options)
    return { response: user.answers.shift() ?? 0 }
  },
  /** The user accepts the suggested path, or cancels if there is a window. */
  async showSaveDialog(...args: unknown[]) {
    const options = args.at(-1) as { defaultPath: string }
    const window = args.length > 1
    calls.saveDialogs.push({ window, options })
    if (user.savesTo !== null) return { canceled: false, filePath: `${user.savesTo}/${basename(options.defaultPath)}` }
    return window ? { canceled: true, filePath: '' } : { canceled: false, filePath: options.defaultPath }
  },
}
