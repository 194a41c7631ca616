import type { App } from 'electron'

type Surroundings = Pick<App, 'isPackaged'> & { commandLine: Pick<App['commandLine'], 'hasSwitch'> }

/** Switches that disable the sandbox of renderer processes. AppImages add the first one by themselves. */
const switches = ['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox']

/**
 * A packaged Steward runs only in its sandbox. A development clone may run without it, because there is none for root.
 *
 * @throws Error with sentences that can be shown
 */
export function assertSandboxed({ isPackaged, commandLine }: Surroundings): void {
  if (!isPackaged || !switches.some((name) => commandLine.hasSwitch(name))) return
  throw new Error(
    'It was started without the sandbox that keeps its pages away from this computer. Start it without that switch. On a Linux that has no sandbox for AppImages, install the Debian package.',
  )
}
