/** Every address of the product; each screen is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { session } from './api/index.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { notificationsSearch } from './notifications/search.ts'
import { scheduleSearch } from './schedule/search.ts'
import { listSearch, usersSearch } from './settings/search.ts'
import { FullScreen, LoadingState } from './ui/index.ts'

/** Screens that read their own filters from the address. */
const ownSearch = (search: Record<string, unknown>): Record<string, unknown> => search

const rootRoute = createRootRoute({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search.from === 'string' && search.from.startsWith('/') && !search.from.startsWith('//')
      ? { from: search.from }
      : {},
  component: lazyRouteComponent(() => import('./login/LoginPage.tsx')),
  pendingComponent: FullScreen,
})

/** Everything but the sign-in stands inside the shell. */
const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  beforeLoad: ({ location }) => {
    if (session.state().accessToken === null)
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { from: location.href }, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/MainGate.tsx')),
  pendingComponent: FullScreen,
})

const indexRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/map' })
  },
})

const mapRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'map',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => import('./map/MapPage.tsx')),
})

/** The player's address leads to the map for as long as there is no player view of its own. */
const playerRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'map/player',
  beforeLoad: () => {
    throw redirect({ to: '/map' })
  },
})

const scheduleRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'schedule',
  validateSearch: scheduleSearch,
  component: lazyRouteComponent(() => import('./schedule/SchedulePage.tsx')),
})

const missionsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => import('./missions/MissionsPage.tsx')),
})

const newMissionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/new',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => import('./missions/MissionFormPage.tsx')),
})

const missionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/$id',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => import('./missions/MissionPage.tsx')),
})

const garageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage',
  component: lazyRouteComponent(() => import('./garage/GaragePage.tsx')),
})

const settingsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings/SettingsPage.tsx')),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/SettingsIndex.tsx')),
})

const settingsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'zoneTypes',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./settings/ZoneTypes.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'blades',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./settings/Blades.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'holes',
    component: lazyRouteComponent(() => import('./settings/Holes.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'main-settings',
    component: lazyRouteComponent(() => import('./settings/MainSettings.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'buggy-settings',
    component: lazyRouteComponent(() => import('./settings/BuggySettings.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'users',
    validateSearch: usersSearch,
    component: lazyRouteComponent(() => import('./settings/Users.tsx')),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'technicalNumbers',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./settings/TechnicalNumbers.tsx')),
  }),
] as const

const restaurantRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'restaurant',
  component: lazyRouteComponent(() => import('./restaurant/RestaurantPage.tsx')),
})

const notificationsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'notifications',
  validateSearch: notificationsSearch,
  component: lazyRouteComponent(() => import('./notifications/NotificationsPage.tsx')),
})

/** Any other path loads the main application, which says that it has no such page. */
const unknownRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/UnknownPage.tsx')),
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  mainRoute.addChildren([
    indexRoute,
    mapRoute,
    playerRoute,
    scheduleRoute,
    missionsRoute,
    newMissionRoute,
    missionRoute,
    garageRoute,
    settingsRoute.addChildren([settingsIndexRoute, ...settingsRoutes]),
    restaurantRoute,
    notificationsRoute,
    unknownRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: ({ error }) => <ErrorPage error={error} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
