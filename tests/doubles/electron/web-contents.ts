import { EventEmitter } from 'node:events'
import { calls, keep, user } from './calls.ts'
import { Frame } from './web-frame-main.ts'

export class WebContents extends EventEmitter {
  readonly mainFrame = new Frame('', '')
  setWindowOpenHandler = keep('window-open')
  print(options: unknown, done: (success: boolean, reason: string) => void) {
    calls.prints.push(options)
    done(user.printing === '', user.printing)
  }
  async printToPDF(options: unknown) {
    calls.prints.push(options)
    if (!user.canMakePdf) throw new Error('Failed to generate PDF')
    return Buffer.from('%PDF-1.7 made up')
  }
  reload = () => void this.emit('reloaded')
  forcefullyCrashRenderer = () => void this.emit('render-process-gone', {}, { reason: 'killed' })
  startDrag = (drag: { file: string; icon: unknown }) => void calls.drags.push(drag)
}
