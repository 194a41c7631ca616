import type { Core } from '../core.ts'
import { implementApp } from './app.ts'
import { implementAssetClasses } from './asset-classes.ts'
import { implementBulk } from './bulk.ts'
import { implementConnections } from './connections.ts'
import { implementCustody } from './custody.ts'
import { implementDrafts } from './drafts.ts'
import { implementEvents } from './events.ts'
import { implementExports } from './exports.ts'
import { implementFiles } from './files.ts'
import { implementer as os } from './implementer.ts'
import { implementImports } from './imports.ts'
import { implementIntake } from './intake.ts'
import { implementOutbox } from './outbox.ts'
import { implementPlaces } from './places.ts'
import { implementPolicy } from './policy.ts'
import {
  implementDocumentSummaries,
  implementDocuments,
  implementEntities,
  implementHouseholds,
  implementIndividuals,
  implementSearch,
  implementSetAside,
  implementUsers,
  implementValuations,
} from './records.ts'
import { implementRollUps } from './roll-ups.ts'
import { implementSettings } from './settings.ts'
import { implementSupport } from './support.ts'
import { implementSync } from './sync.ts'
import { implementTravel } from './travel.ts'
import { implementViews } from './views.ts'

/** The contract, implemented only by calls to the core's use cases. */
export function createRouter(core: Core) {
  return os.router({
    app: implementApp(os.app, core),
    custody: implementCustody(os.custody, core),
    policy: implementPolicy(os.policy, core),
    settings: implementSettings(os.settings, core),
    support: implementSupport(os.support, core),
    connections: implementConnections(os.connections, core),
    sync: implementSync(os.sync, core),
    events: implementEvents(os.events, core),
    households: implementHouseholds(os.households, core),
    individuals: implementIndividuals(os.individuals, core),
    entities: implementEntities(os.entities, core),
    valuations: implementValuations(os.valuations, core),
    documents: implementDocuments(os.documents, core),
    documentSummaries: implementDocumentSummaries(os.documentSummaries, core),
    users: implementUsers(os.users, core),
    setAside: implementSetAside(os.setAside, core),
    search: implementSearch(os.search, core),
    views: implementViews(os.views, core),
    places: implementPlaces(os.places, core),
    drafts: implementDrafts(os.drafts, core),
    assetClasses: implementAssetClasses(os.assetClasses, core),
    exports: implementExports(os.exports, core),
    outbox: implementOutbox(os.outbox, core),
    bulk: implementBulk(os.bulk, core),
    imports: implementImports(os.imports, core),
    files: implementFiles(os.files, core),
    intake: implementIntake(os.intake, core),
    travel: implementTravel(os.travel, core),
    rollUps: implementRollUps(os.rollUps, core),
  })
}
