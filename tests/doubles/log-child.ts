import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { logCrashes } from '../../electron/hosts/common/log-failures.ts'
import { createLog, openRotatingFile } from '../../electron/logs/create-log.ts'

// Writes to a log and ends as requested: normally, at once, with an uncaught error, or after a full disk.

const run = promisify(execFile)
const [folder = '', end = ''] = process.argv.slice(2)
const connection = '0123456789abcdef0123456789abcdef'

async function fillUp() {
  const opened = new EventTarget()
  const isOpen = once(opened, 'open')
  const open = async (where: string) => {
    const sink = await openRotatingFile(where)
    setImmediate(() => opened.dispatchEvent(new Event('open')))
    return sink
  }
  const { log, close } = createLog({ folder, lateMs: 0, open })
  log('signed-out', { connection })
  // Logging does not keep a process alive, so this timer does.
  const staying = setInterval(() => {}, 1_000)
  await isOpen
  clearInterval(staying)
  for (let time = 0; time < 500; time += 1) log('signed-out', { connection })
  // Simulates that space was freed.
  await run('prlimit', ['--pid', String(process.pid), '--fsize=unlimited'])
  log('unlocked', {})
  await close()
  console.log('still here')
}

if (end === 'full') await fillUp()
else {
  const { log, close } = createLog({ folder })
  logCrashes(log)
  log('signed-out', { connection })
  if (end === 'exit') process.exit(0)
  if (end === 'crash') throw new TypeError('Ashford Family Trust, $1,234,567.89')
  if (end === 'reject') void Promise.reject(new RangeError('Ashford Family Trust'))
  if (end === 'close') await close()
}
