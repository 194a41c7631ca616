import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app/create-app.ts'
import { threadsOf } from './data/workers/worker-client.ts'
import { describeStartError } from './hosts/common/describe-start-error.ts'
import { parseStartArguments } from './hosts/common/start-arguments.ts'
import { createDesktopUpdates } from './hosts/desktop/desktop-updates.ts'
import { runDesktopShell } from './hosts/desktop/run-desktop-shell.ts'

// Composition root of the desktop shell.

// Files written by this process and its children are accessible to this user only.
process.umask(0o077)

const beside = (path: string) => new URL(path, import.meta.url)

runDesktopShell({
  // Chromium's own switches are on the same command line.
  args: parseStartArguments(process.argv.slice(app.isPackaged ? 1 : 2), { ignoreUnknown: true }),
  bundleRoot: fileURLToPath(beside('../renderer')),
  preload: fileURLToPath(beside('../preload/preload.cjs')),
  startCore: (request) =>
    createApp({
      ...request,
      // It can only restrict further than the firm's own policy; a packaged app ignores it.
      policyFile: app.isPackaged ? null : (process.env.STEWARD_POLICY ?? null),
      startThread: threadsOf(beside('./data-worker.js')),
      statementWorkerUrl: beside('./statement-worker.js'),
      readerScript: fileURLToPath(beside('./text-reader.js')),
      sandboxScript: fileURLToPath(beside('./sandbox.js')),
      version: packageJson.version,
    }),
  updates: (parts) => createDesktopUpdates(packageJson.version, parts),
  print: (line) => console.log(line),
}).catch(async (error: unknown) => {
  // Linux shows no dialog before the app is ready.
  await app.whenReady()
  dialog.showErrorBox('Steward could not be opened', describeStartError(error).join('\n'))
  app.exit(1)
})
