import {
  documentSummariesContract,
  documentsContract,
  entitiesContract,
  householdsContract,
  individualsContract,
  usersContract,
  valuationsContract,
} from '../../../shared/ipc/records.ts'

/** The contract's output of each list, by the read that answers it. */
export const listOutputs = {
  'households.list': householdsContract.list,
  'individuals.list': individualsContract.list,
  'entities.list': entitiesContract.list,
  'valuations.list': valuationsContract.list,
  'documents.list': documentsContract.list,
  'documentSummaries.list': documentSummariesContract.list,
  'users.list': usersContract.list,
} as const

/**
 * An answer as JSON text, after validation against the contract.
 *
 * @throws ZodError when it does not match, which is a bug of ours
 */
export function listText(name: keyof typeof listOutputs, answer: unknown): string {
  const { outputSchema } = listOutputs[name]['~orpc']
  return JSON.stringify(outputSchema?.parse(answer))
}
