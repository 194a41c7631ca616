import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { KeychainModuleName } from '../../../electron/keychain/keychain-modules.ts'
import type { KeyringOrder, KeyringResult, KeyringStep } from './keyring-child.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('./keyring-child.ts', import.meta.url))

/**
 * The state of the keyring: `unlocked` and `locked` are states of the login keyring, `no-keyring` is a service without a keyring,
 * `no-service` a D-Bus without a service, `no-dbus` neither, `empty-dbus` an empty address of one. `dialog` is a locked keyring on a desktop: it asks for its password.
 */
export type KeyringSituation = 'unlocked' | 'locked' | 'dialog' | 'no-keyring' | 'no-service' | 'no-dbus' | 'empty-dbus'

const askBus =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets'

/**
 * Shell: waits until the keyring that was just started is on the bus, for some seconds at most. A call before that would make D-Bus start a
 * second keyring, a locked one. Contains no single quotes.
 */
export const keyringIsThere = `tries=0; until ${askBus} | grep -q "boolean true"; do tries=$((tries+1)); [ $tries -lt 2000 ] || exit 1; done`

const scripts: Record<Exclude<KeyringSituation, 'no-dbus' | 'empty-dbus'>, string> = {
  unlocked: `printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ${keyringIsThere}; exec "$@"`,
  locked: `gnome-keyring-daemon --start --components=secrets >/dev/null; ${keyringIsThere}; exec "$@"`,
  'no-keyring': `gnome-keyring-daemon --start --components=secrets >/dev/null; ${keyringIsThere}; exec "$@"`,
  'no-service': 'exec "$@"',
  dialog: `dbus-update-activation-environment DISPLAY HOME XDG_RUNTIME_DIR; gnome-keyring-daemon --start --components=secrets >/dev/null; ${keyringIsThere}; exec "$@"`,
}

/** D-Bus starts installed services automatically; this configuration has none but the keyring's dialog. */
const emptyBus = (services: string) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><servicedir>${services}</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

/**
 * Creates a user's folders in which a real gnome-keyring keeps its files between runs.
 *
 * @param always - the keychain modules that are installed unless a run says otherwise; the first one writes new entries
 */
export async function createKeyringHome(always: readonly KeychainModuleName[]) {
  const home = await mkdtemp(join(tmpdir(), 'steward-keyring-'))
  const folders = { data: join(home, 'data'), runtime: join(home, 'runtime') }
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 })
  const busConfig = join(home, 'bus.conf')
  const services = join(home, 'services')
  await mkdir(services)
  for (const name of ['PrivatePrompter', 'SystemPrompter']) {
    const service = `[D-BUS Service]\nName=org.gnome.keyring.${name}\nExec=/usr/libexec/gcr-prompter\n`
    await writeFile(join(services, `${name}.service`), service)
  }
  await writeFile(busConfig, emptyBus(services))
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_DATA_HOME: folders.data,
    XDG_RUNTIME_DIR: folders.runtime,
  }
  const inSession = (script: string, command: readonly string[]) =>
    ['dbus-run-session', `--config-file=${busConfig}`, '--', 'sh', '-c', script, 'sh', ...command] as const
  return {
    path: home,
    /** Starts a program in its own D-Bus session with the unlocked keyring; what it prints can be read. */
    start(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
      const [file, ...args] = inSession(scripts.unlocked, command)
      return spawn(file, args, { env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    },
    /**
     * Runs the steps in a separate process with its own D-Bus session.
     *
     * @param dialog - of the situation `dialog`: its display, and what to do each time the child prints that it waits for the password
     */
    async take(
      situation: KeyringSituation,
      steps: readonly KeyringStep[],
      installed: readonly KeychainModuleName[] = always,
      dialog?: { display: string; onWaiting?: () => void },
    ): Promise<KeyringResult[]> {
      const order: KeyringOrder = { folder: join(home, 'user-data'), installed, steps }
      const env = {
        ...environment,
        ...(situation === 'empty-dbus' ? { DBUS_SESSION_BUS_ADDRESS: '' } : {}),
        ...(dialog === undefined ? {} : { DISPLAY: dialog.display, NO_AT_BRIDGE: '1' }),
      }
      const command = [process.execPath, child, JSON.stringify(order)]
      const options = { env, timeout: 540_000 }
      const [file = '', ...args] =
        situation === 'no-dbus' || situation === 'empty-dbus' ? command : inSession(scripts[situation], command)
      const running = run(file, args, options)
      const lines = createInterface({ input: running.child.stdout as Readable })
      lines.on('line', (line) => {
        if (line === 'waiting') dialog?.onWaiting?.()
      })
      const { stdout } = await running.catch(killed)
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as KeyringResult[]
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** The output of a child that ended itself although a dialog was open; any other failure is thrown. */
function killed(failure: unknown): { stdout: string } {
  const { code, signal, stdout } = failure as { code?: number; signal?: string; stdout?: string }
  if (stdout === undefined || (code !== 137 && signal !== 'SIGKILL')) throw failure
  return { stdout }
}
