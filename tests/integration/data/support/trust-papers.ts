import type { OpenedStore } from '../../../../electron/data/connection-store.ts'
import { openStore, sweep } from './open-store.ts'
import { type aDocument, aHousehold, anEntity, anIndividual, aUser } from './records.ts'
import { putText } from './texts.ts'

/** The text of the agreement of the Okafor trust. */
export const agreement = (trustee: string) => `OKAFOR FAMILY TRUST AGREEMENT

This Trust Agreement is made on March 5, 2014 between Ada Okafor, as Grantor, and ${trustee}, as Trustee.
The trust estate, its principal and income are held for the beneficiaries.
`

type Records = {
  /** The entities of the household beside the trust. */
  entities?: readonly ReturnType<typeof anEntity>[]
  documents: readonly ReturnType<typeof aDocument>[]
}

/** Opens a store with the Okafor household, three people and a trust. The first document is the agreement, which names Ben as trustee. */
export async function openTrustPapers(folder: string, { entities = [], documents }: Records): Promise<OpenedStore> {
  const store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1)]])
  await sweep(store, 'individuals', [
    ['Ada', 'Ben', 'Cara'].map((first_name, at) => anIndividual(at + 1, { first_name, last_name: 'Okafor' })),
  ])
  const trust = anEntity(1, { display_name: 'Okafor Family Trust', kind: 'REVOCABLE_TRUST' })
  await sweep(store, 'entities', [[trust, ...entities]])
  await sweep(store, 'documents', [[...documents]])
  await putText(store, 'document_1', { pages: [agreement('Ben Okafor')] })
  return store
}
