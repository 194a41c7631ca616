import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { appContract } from './app.ts'
import { assetClassesContract } from './asset-classes.ts'
import { bulkContract } from './bulk.ts'
import { changesContract } from './changes.ts'
import { connectionsContract } from './connections.ts'
import { datesContract } from './dates.ts'
import { doublesContract } from './doubles.ts'
import { draftsContract } from './drafts.ts'
import { estateContract } from './estate.ts'
import { eventsContract } from './events.ts'
import { exportsContract } from './exports.ts'
import { factsContract } from './facts.ts'
import { filesContract } from './files.ts'
import { importsContract } from './imports.ts'
import { intakeContract } from './intake.ts'
import { lockContract } from './lock.ts'
import { outboxContract } from './outbox.ts'
import { packsContract } from './packs.ts'
import { policyContract } from './policy.ts'
import { presentingContract } from './presenting.ts'
import type { ProcedureMeta } from './procedure.ts'
import { programsContract } from './programs.ts'
import {
  documentSummariesContract,
  documentsContract,
  entitiesContract,
  householdsContract,
  individualsContract,
  searchContract,
  setAsideContract,
  usersContract,
  valuationsContract,
} from './records.ts'
import { rollUpsContract } from './roll-ups.ts'
import { settingsContract } from './settings.ts'
import { statementsContract } from './statements.ts'
import { supportContract } from './support.ts'
import { syncContract } from './sync.ts'
import { textsContract } from './texts.ts'
import { todayContract } from './today.ts'
import { travelContract } from './travel.ts'
import { placesContract, viewsContract } from './views.ts'

/** All procedures that the renderer can call in the main process. There is no other interface. */
export const contract = {
  app: appContract,
  lock: lockContract,
  policy: policyContract,
  presenting: presentingContract,
  settings: settingsContract,
  programs: programsContract,
  support: supportContract,
  connections: connectionsContract,
  sync: syncContract,
  events: eventsContract,
  households: householdsContract,
  individuals: individualsContract,
  entities: entitiesContract,
  valuations: valuationsContract,
  documents: documentsContract,
  documentSummaries: documentSummariesContract,
  users: usersContract,
  setAside: setAsideContract,
  search: searchContract,
  rollUps: rollUpsContract,
  changes: changesContract,
  estate: estateContract,
  views: viewsContract,
  places: placesContract,
  drafts: draftsContract,
  assetClasses: assetClassesContract,
  exports: exportsContract,
  packs: packsContract,
  outbox: outboxContract,
  bulk: bulkContract,
  imports: importsContract,
  today: todayContract,
  travel: travelContract,
  files: filesContract,
  intake: intakeContract,
  statements: statementsContract,
  texts: textsContract,
  facts: factsContract,
  dates: datesContract,
  doubles: doublesContract,
}

/** The requirements of each procedure, by its path. */
export const procedureMetas: ReadonlyMap<string, ProcedureMeta> = new Map(
  Object.entries(contract).flatMap(([domain, procedures]) =>
    Object.entries(procedures).map(([name, procedure]): [string, ProcedureMeta] => [
      `${domain}.${name}`,
      procedure['~orpc'].meta,
    ]),
  ),
)

/** The requirements of a procedure, by its path; undefined if the contract has no such path. */
export const procedureMeta = (path: string): ProcedureMeta | undefined => procedureMetas.get(path)

type Paths<Domains> = { [Domain in keyof Domains & string]: `${Domain}.${keyof Domains[Domain] & string}` }

/** A procedure's path, such as `households.list`. */
export type ProcedurePath = Paths<typeof contract>[keyof typeof contract]

export type ContractInputs = InferContractRouterInputs<typeof contract>
export type ContractOutputs = InferContractRouterOutputs<typeof contract>
