import { expect, it } from 'vitest'
import { pageOf } from '../../../tools/prove-desktop/page.ts'
import type { Proof, StepResult } from '../../../tools/prove-desktop/result.ts'

const evil = `<img src=x onerror="alert('1')">&`

const step: StepResult = {
  ...{ id: 'drop', title: evil, line: 'one', verdict: 'failed' as const, reason: evil },
  ...{ facts: [evil], pictures: [`pictures/${evil}.png`], log: evil, seconds: 1.5 },
}

const proof: Proof = {
  ...{ version: '1.0.0', commit: 'abc', platform: 'linux', arch: 'x64', release: '6', electron: '45' },
  ...{ startedAt: '2026-11-23T12:00:00.000Z', build: [evil], interrupted: true, steps: [step] },
  lines: [{ id: 'one', text: `${evil} and \`code\``, verdict: 'failed', reason: evil, steps: ['drop'] }],
}

it('contains every text as text, whatever it is', () => {
  const page = pageOf(proof)
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain("alert('1')")
  expect(page.split('&lt;img src=x onerror=&quot;').length).toBeGreaterThan(6)
  expect(page).toContain('This run was interrupted')
  expect(page).toContain('and code')
})

it('names the Electron that ran, or says that none is known', () => {
  expect(pageOf(proof)).toContain('(6), Electron 45, commit abc')
  expect(pageOf({ ...proof, electron: null })).toContain('Electron’s version unknown: no step drove the program')
})

it('loads nothing but its own pictures', () => {
  expect(pageOf(proof)).toContain(`content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"`)
})
