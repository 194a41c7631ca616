import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { BookPage } from '../features/book/BookPage.tsx'
import { DocumentSummaryList } from '../features/document-summaries/DocumentSummaryList.tsx'
import { DocumentList } from '../features/documents/DocumentList.tsx'
import { DocumentPage } from '../features/documents/DocumentPage.tsx'
import { EntityList } from '../features/entities/EntityList.tsx'
import { EntityPage } from '../features/entities/EntityPage.tsx'
import { HouseholdList } from '../features/households/HouseholdList.tsx'
import { HouseholdPage } from '../features/households/HouseholdPage.tsx'
import { IndividualList } from '../features/individuals/IndividualList.tsx'
import { IndividualPage } from '../features/individuals/IndividualPage.tsx'
import { SetAsidePage } from '../features/set-aside/SetAsidePage.tsx'
import { SignInPage } from '../features/sign-in/SignInPage.tsx'
import { StartPage } from '../features/start/StartPage.tsx'
import { UserList } from '../features/users/UserList.tsx'
import { UserPage } from '../features/users/UserPage.tsx'
import { ValuationList } from '../features/valuations/ValuationList.tsx'
import { ValuationPage } from '../features/valuations/ValuationPage.tsx'
import { ConnectionGate } from './ConnectionGate.tsx'
import { Frame } from './Frame.tsx'
import { NotFound } from './NotFound.tsx'
import { Root } from './Root.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('../features/connect/ConnectPage.tsx'), 'ConnectPage'),
})
const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in/$connectionId', component: SignInPage })

const connection = createRoute({ getParentRoute: () => root, path: '/c/$connectionId', component: ConnectionGate })
const frame = createRoute({ getParentRoute: () => connection, id: 'frame', component: Frame })

const screen = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => frame, path, component })

const screens = [
  screen('/', () => <Navigate from="/c/$connectionId" to="/c/$connectionId/households" replace />),
  screen('households', HouseholdList),
  screen('households/$id', HouseholdPage),
  screen('individuals', IndividualList),
  screen('individuals/$id', IndividualPage),
  screen('entities', EntityList),
  screen('entities/$id', EntityPage),
  screen('valuations', ValuationList),
  screen('valuations/$id', ValuationPage),
  screen('documents', DocumentList),
  screen('documents/$id', DocumentPage),
  screen('document-summaries', DocumentSummaryList),
  createRoute({
    getParentRoute: () => frame,
    path: 'document-summaries/$id',
    component: lazyRouteComponent(
      () => import('../features/document-summaries/DocumentSummaryPage.tsx'),
      'DocumentSummaryPage',
    ),
  }),
  screen('users', UserList),
  screen('users/$id', UserPage),
  screen('book', BookPage),
  screen('set-aside', SetAsidePage),
]

/** Every screen and its address. Browser history serves both shells: http://127.0.0.1 and app://steward. */
export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([start, connect, signIn, connection.addChildren([frame.addChildren(screens)])]),
    defaultErrorComponent: ScreenFailure,
    defaultPreload: false,
    scrollRestoration: false,
  })
