import { expect, it } from 'vitest'
import { makeVerifier, verify } from '../../../electron/security/passphrase.ts'

it('tells the passphrase from any other, and holds nothing of it', async () => {
  const verifier = await makeVerifier('correct horse')
  expect(verifier).not.toContain('correct')
  expect(await verify('correct horse', verifier)).toBe(true)
  for (const other of ['', 'correct hors', 'correct horse ', 'Correct horse']) {
    expect(await verify(other, verifier)).toBe(false)
  }
})

it('is another one each time, for the same passphrase', async () => {
  expect(await makeVerifier('correct horse')).not.toBe(await makeVerifier('correct horse'))
})

it('takes letters as the same however a keyboard composes them', async () => {
  const verifier = await makeVerifier('Zürich\u0020caf\u00e9')
  expect(await verify('Zu\u0308rich\u0020cafe\u0301', verifier)).toBe(true)
})

it.each(['', 'scrypt', `scrypt:1:${'0'.repeat(32)}:${'0'.repeat(63)}`, `scrypt:2:${'0'.repeat(32)}:${'0'.repeat(64)}`])(
  'is not opened by anything when it is no verifier: %j',
  async (broken) => {
    expect(await verify('', broken)).toBe(false)
  },
)
