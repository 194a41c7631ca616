import { fold } from '../fold.ts'

/** Roles in an entity, from its founding on. */
export const entityRoles = ['Grantor', 'Trustee', 'Successor trustee', 'Beneficiary', 'Owner', 'Manager'] as const

/** Roles that one person has for another. */
export const personRoles = ['Executor', 'Agent', 'Guardian'] as const

/** The relation of two people. A Parent is the parent of the other; the others hold both ways. */
export const familyRoles = ['Spouse', 'Former spouse', 'Partner', 'Parent'] as const

/** A role that Steward knows. A stored role may be any other words of the user. */
export type KnownRole = (typeof entityRoles | typeof personRoles | typeof familyRoles)[number]

/** Other words for a role, in the singular. */
const synonyms: Readonly<Record<KnownRole, readonly string[]>> = {
  Grantor: ['settlor', 'trustor', 'donor', 'co-grantor', 'co-settlor', 'co-trustor'],
  Trustee: ['co-trustee', 'initial trustee', 'sole trustee', 'current trustee'],
  'Successor trustee': ['successor co-trustee', 'first successor trustee', 'alternate trustee'],
  Beneficiary: ['primary beneficiary', 'income beneficiary', 'remainder beneficiary', 'beneficiaries'],
  Owner: ['co-owner', 'joint owner', 'account owner', 'account holder', 'member', 'shareholder', 'limited partner'],
  Manager: ['co-manager', 'managing member', 'general partner'],
  Executor: ['co-executor', 'executrix', 'personal representative'],
  Agent: ['attorney-in-fact', 'health care agent', 'healthcare agent', 'health care proxy', 'healthcare proxy'],
  Guardian: ['co-guardian'],
  Spouse: ['husband', 'wife'],
  'Former spouse': ['ex-spouse', 'former husband', 'former wife', 'ex-husband', 'ex-wife'],
  Partner: ['domestic partner', 'life partner'],
  Parent: ['mother', 'father'],
}

const byWords = new Map<string, KnownRole>()
for (const role of [...entityRoles, ...personRoles, ...familyRoles])
  for (const word of [role, ...synonyms[role]]) byWords.set(fold(word), role)

/** The role that a text names as a whole, in any case, one or several ("Co-Trustees"); null for other words. */
export const knownRole = (text: string): KnownRole | null => {
  const words = fold(text)
  return byWords.get(words) ?? byWords.get(words.replace(/s$/, '')) ?? null
}

/** Equal for roles that mean the same: "settlor" and "Grantor", or the same words of the user in another case. */
export const roleKey = (role: string): string => knownRole(role) ?? fold(role)
