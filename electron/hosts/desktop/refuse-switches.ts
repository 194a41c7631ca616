import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'

type CommandLine = Pick<App['commandLine'], 'hasSwitch' | 'removeSwitch'>
type Program = Pick<App, 'isPackaged' | 'getAppPath'> & { commandLine: CommandLine }

/** Switches that disable the sandbox of renderer processes. AppImages add the first one by themselves. */
const unsandboxing = ['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox']

/** Switches that let another program read Steward's pages, or run code in its main process. */
const debugging = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug-port',
]

/**
 * A packaged Steward does not start with a switch that disables its sandbox or opens it to a debugger. A development clone may,
 * because there is no sandbox for root. Must be called before Electron is ready: a debugging port then never opens.
 *
 * @param appImage - the path of the AppImage that this process was started from
 * @returns throws, with sentences that can be shown, if Steward must not start. Linux shows no dialog before Electron is ready
 */
export function refuseSwitches(program: Program, appImage?: string): () => void {
  const { isPackaged, commandLine } = program
  const given = (names: readonly string[]) => (isPackaged ? names.filter((name) => commandLine.hasSwitch(name)) : [])
  const unsandboxed = given(unsandboxing).length > 0
  const debugged = isPackaged && isInspectable(program.getAppPath()) ? [] : given(debugging)
  for (const name of debugged) commandLine.removeSwitch(name)
  return () => {
    if (debugged.length > 0) throw new Error(debuggingRefused)
    if (unsandboxed) throw new Error(appImage ? unsandboxedAppImage(appImage) : unsandboxedProgram)
  }
}

/** Only the package that `npm run prove-desktop` makes for its own use says so, inside its archive. */
function isInspectable(app: string): boolean {
  try {
    return JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).inspectable === true
  } catch {
    return false
  }
}

const debuggingRefused =
  "It was started with a debugging switch, with which another program could read your clients' records. Start it without that switch."

const unsandboxedProgram =
  'It was started without the sandbox that keeps its pages away from this computer. Start it without that switch.'

const unsandboxedAppImage = (
  path: string,
) => `This Linux gives an AppImage no sandbox, and Steward does not open without one.

Install Steward's .deb or .rpm package instead: it sets the sandbox up.

To keep the AppImage, ask your administrator to create the file /etc/apparmor.d/steward-appimage with these two lines, and to restart the computer:

${appArmorProfile(path)}`

/**
 * The profile by which AppArmor lets one program create user namespaces, on which Chromium's sandbox is built. A path that AppArmor
 * would read as a pattern is left for the administrator to fill in.
 */
const appArmorProfile = (path: string) => `abi <abi/4.0>,
profile steward-appimage "${/^[^"\\*?[\]{}^@]+$/.test(path) ? path : '/path/to/Steward.AppImage'}" flags=(unconfined) { userns, }`
