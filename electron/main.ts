import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app/create-app.ts'
import { describeStartError } from './hosts/common/describe-start-error.ts'
import { parseStartArguments } from './hosts/common/start-arguments.ts'
import { createDesktopUpdates } from './hosts/desktop/desktop-updates.ts'
import { runDesktopShell } from './hosts/desktop/run-desktop-shell.ts'

// Composition root of the desktop shell.

// Whatever this process and its children write is this user's alone.
process.umask(0o077)

const beside = (path: string) => new URL(path, import.meta.url)

runDesktopShell({
  // Chromium's own switches stand on the same command line.
  args: parseStartArguments(process.argv.slice(app.isPackaged ? 1 : 2), { ignoreUnknown: true }),
  bundleRoot: fileURLToPath(beside('../renderer')),
  preload: fileURLToPath(beside('../preload/preload.cjs')),
  startCore: (request) =>
    createApp({
      ...request,
      // It can only forbid more than the firm's own policy does, and what is packaged does not look for it.
      policyFile: app.isPackaged ? null : (process.env.STEWARD_POLICY ?? null),
      workerUrl: beside('./data-worker.js'),
      sandboxScript: fileURLToPath(beside('./sandbox.js')),
      version: packageJson.version,
    }),
  updates: (parts) => createDesktopUpdates(packageJson.version, parts),
  print: (line) => console.log(line),
}).catch(async (error: unknown) => {
  // Before, Linux would show no dialog.
  await app.whenReady()
  dialog.showErrorBox('Steward could not be opened', describeStartError(error).join('\n'))
  app.exit(1)
})
