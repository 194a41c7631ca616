import { expect, it } from 'vitest'
import { assertSandboxed } from '../../../electron/hosts/desktop/assert-sandboxed.ts'

const start = (isPackaged: boolean, ...switches: string[]) => ({
  isPackaged,
  commandLine: { hasSwitch: (name: string) => switches.includes(name) },
})

it.each(['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox'])(
  'a packaged Steward does not open with --%s, and says what to do',
  (name) => {
    expect(() => assertSandboxed(start(true, name))).toThrow(/without the sandbox.*Start it without that switch\./)
    expect(() => assertSandboxed(start(true, 'lang', name))).toThrow()
    expect(() => assertSandboxed(start(true, 'lang'))).not.toThrow()
    expect(() => assertSandboxed(start(false, name))).not.toThrow()
  },
)
