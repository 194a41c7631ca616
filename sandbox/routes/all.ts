import { documentSummaryRoutes } from './document-summaries.ts'
import { documentRoutes } from './documents.ts'
import { entityRoutes } from './entities.ts'
import { householdRoutes } from './households.ts'
import { individualRoutes } from './individuals.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'
import { userRoutes } from './users.ts'
import { valuationRoutes } from './valuations.ts'

/** Every endpoint of the API, for registration, documentation and statistics. */
export function allRoutes(services: Services): Route[] {
  return [
    ...householdRoutes(services),
    ...individualRoutes(services),
    ...entityRoutes(services),
    ...valuationRoutes(services),
    ...documentRoutes(services),
    ...documentSummaryRoutes(services),
    ...userRoutes(services),
  ]
}
