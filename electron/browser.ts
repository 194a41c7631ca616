import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app/create-app.ts'
import { threadsOf } from './data/workers/worker-client.ts'
import { runBrowserShell } from './hosts/browser/run-browser-shell.ts'
import { describeStartError } from './hosts/common/describe-start-error.ts'
import { refuseEnvironment } from './hosts/common/refuse-environment.ts'
import { parseStartArguments } from './hosts/common/start-arguments.ts'
import { endProcess } from './platform/native-calls.ts'

// Composition root of the browser shell: Steward under plain Node, displayed by a browser on this computer.

// Files written by this process and its children are accessible to this user only.
process.umask(0o077)

// SIGUSR1 would open Node's inspector, through which every user of this computer could run code in this process. `npm start`
// passes `--disable-sigusr1` as well, which applies from the first moment.
process.on('SIGUSR1', () => {})

const endWithinMs = 30_000

const end = (code: number) => endProcess(() => process.exit(code))

const beside = (path: string) => new URL(path, import.meta.url)

try {
  refuseEnvironment(process.env, { readsNodeOptions: true })
  const ending = Promise.withResolvers<void>()
  const running = await runBrowserShell({
    args: parseStartArguments(process.argv.slice(2)),
    bundleRoot: fileURLToPath(beside('../renderer')),
    startCore: (request) =>
      createApp({
        ...request,
        // It can only restrict further than the firm's own policy.
        policyFile: process.env.STEWARD_POLICY ?? null,
        startThread: threadsOf(beside('./data-worker.js')),
        statementWorkerUrl: beside('./statement-worker.js'),
        readerScript: fileURLToPath(beside('./text-reader.js')),
        sandboxScript: fileURLToPath(beside('./sandbox.js')),
        version: packageJson.version,
      }),
    print: (line) => console.log(line),
    onEnd: ending.resolve,
  })
  if (running !== undefined) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => ending.resolve())
    if (isForeground()) createInterface({ input: process.stdin }).on('line', running.printAddress)
    await ending.promise
    // Everything saved is on the disk. A part that cannot end must not keep Steward, which shows no window any more, running.
    setTimeout(() => end(0), endWithinMs)
    await running.close()
  }
  end(0)
} catch (error) {
  console.error(['Steward could not be opened.', ...describeStartError(error)].join('\n'))
  end(1)
}

/** Whether the user can press Enter at a terminal: a background job that reads the terminal would be stopped. */
function isForeground(): boolean {
  if (!process.stdin.isTTY) return false
  if (process.platform !== 'linux') return true
  try {
    // Fields after the command, which is in parentheses: state, parent, process group, session, terminal, its foreground group.
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[2] !== undefined && fields[2] === fields[5]
  } catch {
    return false
  }
}
