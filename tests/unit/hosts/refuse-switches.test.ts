import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseSwitches } from '../../../electron/hosts/desktop/refuse-switches.ts'

let app: string
beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'steward-switches-'))
})
afterEach(() => rmSync(app, { recursive: true }))

/** A program with these switches; those that are removed leave the list. */
const program = (isPackaged: boolean, switches: string[]) => ({
  isPackaged,
  getAppPath: () => app,
  commandLine: {
    hasSwitch: (name: string) => switches.includes(name),
    removeSwitch: (name: string) => void switches.splice(switches.indexOf(name), 1),
  },
})

const unsandboxing = ['no-sandbox', 'disable-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox']
const debugging = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
]

describe.each(unsandboxing)('a Steward started with --%s', (name) => {
  it('does not open when it is packaged, and says what to do', () => {
    expect(refuseSwitches(program(true, [name]))).toThrow(/without the sandbox.*Start it without that switch\./)
    expect(refuseSwitches(program(true, ['lang', name]))).toThrow(/without the sandbox/)
    expect(refuseSwitches(program(true, ['lang']))).not.toThrow()
    expect(refuseSwitches(program(false, [name]))).not.toThrow()
  })
})

describe.each(debugging)('a Steward started with --%s', (name) => {
  it('opens no debugging port and does not open when it is packaged', () => {
    const switches = ['lang', name]
    const refuse = refuseSwitches(program(true, switches))
    expect(switches).toEqual(['lang'])
    expect(refuse).toThrow(/with a debugging switch.*Start it without that switch\./)
  })

  it('opens from a clone, and from the package that the proof of the desktop makes', () => {
    const switches = [name]
    expect(refuseSwitches(program(false, switches))).not.toThrow()
    writeFileSync(join(app, 'package.json'), '{"inspectable":true}')
    expect(refuseSwitches(program(true, switches))).not.toThrow()
    expect(switches).toEqual([name])
    expect(refuseSwitches(program(true, ['no-sandbox']))).toThrow(/without the sandbox/)
  })
})

describe('an AppImage on a Linux without a sandbox for it', () => {
  it('names the packages that have one, and the profile that gives it one', () => {
    const refuse = refuseSwitches(program(true, ['no-sandbox']), '/home/ada/Steward 1.AppImage')
    expect(refuse).toThrow(/Install Steward's \.deb or \.rpm package/)
    expect(refuse).toThrow(
      'abi <abi/4.0>,\nprofile steward-appimage "/home/ada/Steward 1.AppImage" flags=(unconfined) { userns, }',
    )
  })

  it('never writes a path that AppArmor reads as a pattern', () => {
    const refuse = refuseSwitches(program(true, ['no-sandbox']), '/tmp/*/{a,b}.AppImage')
    expect(refuse).toThrow('profile steward-appimage "/path/to/Steward.AppImage" flags')
  })
})
