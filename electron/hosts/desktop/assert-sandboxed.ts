import type { App } from 'electron'

type Surroundings = Pick<App, 'isPackaged'> & { commandLine: Pick<App['commandLine'], 'hasSwitch'> }

/** Switches that take the sandbox from the processes that draw pages. AppImages add the first one by themselves. */
const switches = ['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox']

/**
 * A packaged Steward opens in its sandbox or not at all. A clone may do without: who works as root has none.
 *
 * @throws Error with sentences that can be shown
 */
export function assertSandboxed({ isPackaged, commandLine }: Surroundings): void {
  if (!isPackaged || !switches.some((name) => commandLine.hasSwitch(name))) return
  throw new Error(
    'It was started without the sandbox that keeps its pages away from this computer. Start it without that switch. On a Linux that has no sandbox for AppImages, install the Debian package.',
  )
}
