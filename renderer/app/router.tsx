import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ErrorState, PageSkeleton } from '../components/States.tsx'
import { loadHelp } from '../features/help/Help.tsx'
import { lists } from '../features/lists/lists.tsx'
import { StartPage } from '../features/start/StartPage.tsx'
import { HomePage, TodayPage } from '../features/today/TodayPage.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { partFailed } from '../lib/present-error.ts'
import { ConnectionGate } from './ConnectionGate.tsx'
import { Frame } from './Frame.tsx'
import { NotFound, Root, ScreenFailure } from './Root.tsx'

/** Record pages and rarely used screens, loaded while the first list is being read. */
const pages = {
  assetClasses: () => import('../features/asset-classes/AssetClassesPage.tsx'),
  activity: () => import('../features/outbox/ActivityPage.tsx'),
  book: () => import('../features/book/BookPage.tsx'),
  intake: () => import('../features/intake/IntakePage.tsx'),
  imports: () => import('../features/import/ImportPage.tsx'),
  bulk: () => import('../features/bulk/BulkPage.tsx'),
  changes: () => import('../features/changes/ChangesPage.tsx'),
  dates: () => import('../features/dates/DatesPage.tsx'),
  connect: () => import('../features/connect/ConnectPage.tsx'),
  editConnection: () => import('../features/connect/EditPage.tsx'),
  document: () => import('../features/documents/DocumentPage.tsx'),
  documentSummary: () => import('../features/document-summaries/DocumentSummaryPage.tsx'),
  entity: () => import('../features/entities/EntityPage.tsx'),
  household: () => import('../features/households/HouseholdPage.tsx'),
  individual: () => import('../features/individuals/IndividualPage.tsx'),
  logValuation: () => import('../features/valuations/composer/ComposerPage.tsx'),
  newHousehold: () => import('../features/households/NewHouseholdPage.tsx'),
  newIndividual: () => import('../features/individuals/NewIndividualPage.tsx'),
  operation: () => import('../features/outbox/OperationPage.tsx'),
  outbox: () => import('../features/outbox/OutboxPage.tsx'),
  licences: () => import('../features/about/LicencesPage.tsx'),
  statement: () => import('../features/statements/StatementPage.tsx'),
  statements: () => import('../features/statements/StatementsPage.tsx'),
  setAside: () => import('../features/set-aside/SetAsidePage.tsx'),
  settings: () => import('../features/settings/SettingsPage.tsx'),
  signIn: () => import('../features/sign-in/SignInPage.tsx'),
  textSearch: () => import('../features/texts/TextSearchPage.tsx'),
  notSearched: () => import('../features/texts/NotSearchedPage.tsx'),
  travel: () => import('../features/travel/TravelPage.tsx'),
  doubles: () => import('../features/doubles/DoublesPage.tsx'),
  mergePeople: () => import('../features/doubles/MergePage.tsx'),
  mergeHouseholds: () => import('../features/doubles/MergeHouseholdsPage.tsx'),
  quality: () => import('../features/quality/QualityPage.tsx'),
  twoDates: () => import('../features/two-dates/TwoDatesPage.tsx'),
  user: () => import('../features/users/UserPage.tsx'),
  valuation: () => import('../features/valuations/ValuationPage.tsx'),
}

/**
 * The component of a page, loaded before its route is shown. If it cannot be loaded, the screen says so and requests it again at Try
 * again: the router's own answer is to load the whole window again.
 */
function page<Name extends string>(request: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const load = async () => (await request())[name]
  const loadAgain = lazyPart(load, {
    before: () => <PageSkeleton label="Loading" />,
    failed: (retry, isLoaded) =>
      retry === null ? (
        <PageSkeleton label="Loading" />
      ) : (
        <ErrorState screen error={partFailed('This screen', isLoaded)} onRetry={retry} />
      ),
  })
  return lazyRouteComponent(async () => ({ default: await load().catch(() => loadAgain) }))
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: page(pages.connect, 'ConnectPage'),
})
const editConnection = createRoute({
  getParentRoute: () => root,
  path: '/connections/$connectionId/edit',
  component: page(pages.editConnection, 'EditPage'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$connectionId',
  component: page(pages.signIn, 'SignInPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: page(pages.settings, 'SettingsPage'),
})
const licences = createRoute({
  getParentRoute: () => root,
  path: '/licences',
  component: page(pages.licences, 'LicencesPage'),
})

const connection = createRoute({ getParentRoute: () => root, path: '/c/$connectionId', component: ConnectionGate })
const frame = createRoute({ getParentRoute: () => connection, id: 'frame', component: Frame })

const screen = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => frame, path, component })

const screens = [
  screen('/', HomePage),
  screen('today', TodayPage),
  screen('households', lists.households),
  screen('households/new', page(pages.newHousehold, 'NewHouseholdPage')),
  screen('households/$id/individuals/new', page(pages.newIndividual, 'NewIndividualPage')),
  screen('households/$id', page(pages.household, 'HouseholdPage')),
  screen('individuals', lists.individuals),
  screen('individuals/$id', page(pages.individual, 'IndividualPage')),
  screen('entities', lists.entities),
  screen('entities/$id', page(pages.entity, 'EntityPage')),
  screen('entities/$id/valuation/new', page(pages.logValuation, 'ComposerPage')),
  screen('asset-classes', page(pages.assetClasses, 'AssetClassesPage')),
  screen('valuations', lists.valuations),
  screen('valuations/$id', page(pages.valuation, 'ValuationPage')),
  screen('documents', lists.documents),
  screen('documents/search', page(pages.textSearch, 'TextSearchPage')),
  screen('documents/not-searched', page(pages.notSearched, 'NotSearchedPage')),
  screen('documents/$id', page(pages.document, 'DocumentPage')),
  screen('document-summaries', lists['document-summaries']),
  screen('document-summaries/$id', page(pages.documentSummary, 'DocumentSummaryPage')),
  screen('users', lists.users),
  screen('users/$id', page(pages.user, 'UserPage')),
  screen('intake', page(pages.intake, 'IntakePage')),
  screen('statements', page(pages.statements, 'StatementsPage')),
  screen('statements/$id', page(pages.statement, 'StatementPage')),
  screen('import', page(pages.imports, 'ImportPage')),
  screen('bulk/$resource', page(pages.bulk, 'BulkPage')),
  screen('book', page(pages.book, 'BookPage')),
  screen('doubles', page(pages.doubles, 'DoublesPage')),
  screen('doubles/$oneId/$otherId', page(pages.mergePeople, 'MergePage')),
  screen('doubles/households/$oneId/$otherId', page(pages.mergeHouseholds, 'MergeHouseholdsPage')),
  screen('quality', page(pages.quality, 'QualityPage')),
  screen('two-dates', page(pages.twoDates, 'TwoDatesPage')),
  screen('changes', page(pages.changes, 'ChangesPage')),
  screen('dates', page(pages.dates, 'DatesPage')),
  screen('outbox', page(pages.outbox, 'OutboxPage')),
  screen('outbox/$operationId', page(pages.operation, 'OperationPage')),
  screen('travel', page(pages.travel, 'TravelPage')),
  screen('activity', page(pages.activity, 'ActivityPage')),
  screen('set-aside', page(pages.setAside, 'SetAsidePage')),
]

/** Every screen with its address. Browser history works in both shells: http://….localhost and app://steward. */
export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      start,
      connect,
      editConnection,
      signIn,
      settings,
      licences,
      connection.addChildren([frame.addChildren(screens)]),
    ]),
    defaultErrorComponent: ScreenFailure,
    defaultPreload: false,
    scrollRestoration: false,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

/** By then the first rows have been drawn. */
const settlingMs = 3_000

/**
 * Loads all pages and Help that are not loaded yet when the browser is idle, so that opening a record does not wait for code. The delay is
 * needed because a page that waits for its first responses is idle too.
 */
export function fetchPagesWhenIdle(): () => void {
  const fetchAll = () => void Promise.allSettled([...Object.values(pages), loadHelp].map((fetchPage) => fetchPage()))
  const later = setTimeout(() => requestIdleCallback(fetchAll), settlingMs)
  return () => clearTimeout(later)
}
