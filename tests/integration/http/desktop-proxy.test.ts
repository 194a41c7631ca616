import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the desktop shell asks Chromium, which knows the settings of the system and its PAC script', () => {
  const child = fileURLToPath(new URL('./support/desktop-proxy-child.ts', import.meta.url))
  const said = execFileSync(process.execPath, [child], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({ said: 'DIRECT', asked: ['https://larch.test/'] })
})
