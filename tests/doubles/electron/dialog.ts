import { basename } from 'node:path'
import type * as Electron from 'electron'
import type { BrowserWindow } from './browser-window.ts'
import { calls, user } from './calls.ts'
import { assertReady } from './readiness.ts'
import type { Here } from './surface.ts'

type BoxOptions = Here<Electron.MessageBoxOptions>
type Shown<Options> = [options: Options] | [window: BrowserWindow, options: Options]

const onlyWhenReady = () => assertReady('dialog module can only be used after app is ready')

/** Splits the arguments, of which the window may be missing. */
function split<Options>(args: Shown<Options>): { window: BrowserWindow | null; options: Options } {
  return args.length === 1 ? { window: null, options: args[0] } : { window: args[0], options: args[1] }
}

/** Resolves with the button that the signal presses when it closes the box. */
const closedBySignal = ({ signal, cancelId = 0 }: BoxOptions): Promise<number> =>
  new Promise((resolve) => {
    const close = () => resolve(cancelId)
    if (signal?.aborted) close()
    else signal?.addEventListener('abort', close, { once: true })
  })

export const dialog = {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`)
  },
  /** The user presses the first button unless a test set another. */
  async showMessageBox(...args: Shown<BoxOptions>): Promise<Electron.MessageBoxReturnValue> {
    onlyWhenReady()
    const { options } = split(args)
    calls.messages.push(options)
    const response = user.hesitates ? await closedBySignal(options) : (user.answers.shift() ?? 0)
    return { response, checkboxChecked: false }
  },
  /** The user accepts the suggested path, or cancels if there is a window. */
  async showSaveDialog(...args: Shown<Electron.SaveDialogOptions>): Promise<Electron.SaveDialogReturnValue> {
    onlyWhenReady()
    const { window, options } = split(args)
    const { defaultPath = '' } = options
    calls.saveDialogs.push({ window: window !== null, options })
    if (user.savesTo !== null) return { canceled: false, filePath: `${user.savesTo}/${basename(defaultPath)}` }
    return window === null ? { canceled: false, filePath: defaultPath } : { canceled: true, filePath: '' }
  },
}
