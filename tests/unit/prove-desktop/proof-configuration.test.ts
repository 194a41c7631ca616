import { expect, it } from 'vitest'
import { configurationOf } from '../../../tools/package/configuration.ts'
import { entry, proofConfiguration } from '../../../tools/prove-desktop/proof-configuration.ts'

const released = configurationOf({ platform: 'linux', env: {}, release: false })
const proof = proofConfiguration(released, 'https://127.0.0.1:4/')

it('differs from the released app in what the report names, and nothing else', () => {
  const differing = Object.keys(proof).filter(
    (name) => JSON.stringify(Reflect.get(proof, name)) !== JSON.stringify(Reflect.get(released, name)),
  )
  expect(differing.sort()).toEqual(['electronFuses', 'extraMetadata', 'files', 'mac'])
  expect(proof.electronFuses).toEqual({
    ...released.electronFuses,
    enableNodeCliInspectArguments: true,
    resetAdHocDarwinSignature: true,
  })
  expect(proof.extraMetadata).toEqual({
    ...released.extraMetadata,
    main: entry,
    inspectable: true,
    updates: { url: 'https://127.0.0.1:4/', publisher: 'CN=Steward proof' },
  })
  expect([proof.files].flat().slice(0, -1)).toEqual(released.files)
})
