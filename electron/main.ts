import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app/create-app.ts'
import { threadsOf } from './data/workers/worker-client.ts'
import { describeStartError } from './hosts/common/describe-start-error.ts'
import { parseStartArguments } from './hosts/common/start-arguments.ts'
import { createDesktopUpdates } from './hosts/desktop/desktop-updates.ts'
import { refuseSwitches } from './hosts/desktop/refuse-switches.ts'
import { runDesktopShell } from './hosts/desktop/run-desktop-shell.ts'

// Composition root of the desktop shell.

// Files written by this process and its children are accessible to this user only.
process.umask(0o077)

const beside = (path: string) => new URL(path, import.meta.url)

const args = process.argv.slice(app.isPackaged ? 1 : 2)

// Only as the first argument: a link or a file, whose text others may have written, comes after Steward's own switches.
if (args[0] !== '--cli') openWindows()
else {
  runAsCommandLine(args.slice(1)).catch((error: unknown) => {
    console.error(['Steward could not be opened.', ...describeStartError(error)].join('\n'))
    app.exit(1)
  })
}

/** Desktop shell: the app that users open. */
function openWindows(): void {
  runDesktopShell({
    // Chromium's own switches are on the same command line.
    args: parseStartArguments(args, { ignoreUnknown: true }),
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
}

/**
 * The command line, as a client of the Steward that runs. It opens no window, takes no lock, and has a profile of its own, since Chromium's may
 * be used by one process only.
 */
async function runAsCommandLine(argv: readonly string[]): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'steward-command-line-'))
  app.once('quit', () => rmSync(profile, { recursive: true, force: true }))
  for (const name of ['userData', 'sessionData']) app.setPath(name, profile)
  refuseSwitches(app, process.env.APPIMAGE)
  app.disableHardwareAcceleration()
  // A nightly script has no display.
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless')
  // Without an icon in the Dock.
  if (process.platform === 'darwin') app.setActivationPolicy('prohibited')
  // The app that opens windows need not load it.
  const { runCommandLine } = await import('./programs/command-line/command-line.ts')
  app.exit(await runCommandLine(argv))
}
