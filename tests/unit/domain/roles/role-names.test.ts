import { expect, test } from 'vitest'
import { knownRole } from '../../../../shared/domain/roles/role-names.ts'

test.each([
  ['trustee', 'Trustee'],
  ['Co-Trustees', 'Trustee'],
  ['SUCCESSOR  TRUSTEE', 'Successor trustee'],
  ['Settlor', 'Grantor'],
  ['trustors', 'Grantor'],
  ['beneficiaries', 'Beneficiary'],
  ['Attorney-in-fact', 'Agent'],
  ['managing member', 'Manager'],
  ['Personal Representatives', 'Executor'],
  ['ex-wife', 'Former spouse'],
  ['Father', 'Parent'],
])('the role “%s” is known as %s', (text, role) => expect(knownRole(text)).toBe(role))

test.each(['', 's', 'Trusted advisor', 'trustee of record', 'Protector'])('the role “%s” is the user’s own', (text) =>
  expect(knownRole(text)).toBeNull(),
)
