/** Every address of the product; each screen is loaded when it is first opened. */
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { hasAhead, live } from '../api/index.ts'
import { jobsSearch } from '../features/jobs/search.ts'
import { coursePlanSearch } from '../features/missions/course/search.ts'
import { notificationsSearch } from '../features/notifications/search.ts'
import { plansSearch } from '../features/plans/search.ts'
import { playerSearch } from '../features/player/search.ts'
import { restaurantSearch } from '../features/restaurant/search.ts'
import { scheduleSearch, teeSheetSearch } from '../features/schedule/search.ts'
import { auditSearch, listSearch, usersSearch } from '../features/settings/search.ts'
import { withTexts } from '../i18n/index.ts'
import { readCourseAhead } from '../map-view/readCourseAhead.ts'
import { LoadingState } from '../ui/index.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { landing } from './landing.ts'
import { gate, mainRoute, ownSearch } from './mainRoute.tsx'
import { outsideRoutes } from './outsideRoutes.tsx'
import { rootRoute } from './rootRoute.tsx'
import { turfRoutes } from './turfRoutes.tsx'

const mapPage = () => import('../features/map/MapPage.tsx')

/** Loads the program of the screen that is about to open while the session is still being asked for. */
export const loadAhead = (pathname: string): void => {
  const isMap = pathname === '/' || pathname === '/map'
  const screens = isMap ? [gate(), mapPage()] : [gate()]
  // Starts reading and listening while the session loads; a person without access never sees the result.
  if (isMap && hasAhead()) {
    readCourseAhead()
    live.start()
  }
  // The screen asks again when it opens, and shows the error.
  for (const screen of screens) screen.catch(() => undefined)
}

const indexRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  beforeLoad: async () => {
    const to = await landing()
    throw redirect(to === '/map' ? { to } : { to, search: { view: 'orders' } })
  },
})

const mapRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'map',
  validateSearch: ownSearch,
  // Before anything is drawn: an address that changed afterwards would have the screen drawn twice.
  beforeLoad: async ({ search }) => {
    const { wholeAddress } = await import('../features/map/mapAddress.ts')
    const whole = wholeAddress(search)
    if (whole !== undefined) throw redirect({ to: '/map', search: whole, replace: true })
  },
  // The course loads while profile and live channel are still being read.
  loader: () => readCourseAhead(),
  component: lazyRouteComponent(mapPage),
})

/** The screen of a cart, for staff who choose one. */
const playerRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'map/player',
  validateSearch: playerSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/player/StaffPlayerPage.tsx'))),
})

const dayRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'day',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/day/DayPage.tsx'))),
})

const jobsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'jobs',
  validateSearch: jobsSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/jobs/JobsPage.tsx'))),
})

const scheduleRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'schedule',
  validateSearch: scheduleSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/schedule/SchedulePage.tsx'))),
})

const plansRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'plans',
  validateSearch: plansSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/plans/PlansPage.tsx'))),
})

const teeSheetRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'schedule/tee-sheet',
  validateSearch: teeSheetSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/schedule/teeSheet/TeeSheetPage.tsx'))),
})

const missionsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/missions/MissionsPage.tsx'))),
})

const newMissionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/new',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/missions/MissionFormPage.tsx'))),
})

const coursePlanRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/course',
  validateSearch: coursePlanSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/missions/course/CoursePlanPage.tsx'))),
})

const morningRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'morning',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/notifications/MorningPage.tsx'))),
})

const missionRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/$id',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/missions/MissionPage.tsx'))),
})

const garageRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage',
  component: lazyRouteComponent(() => withTexts(import('../features/garage/GaragePage.tsx'))),
})

const vehicleRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage/vehicle/$id',
  component: lazyRouteComponent(() => withTexts(import('../features/garage/VehiclePage.tsx'))),
})

const basesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage/bases',
  component: lazyRouteComponent(() => withTexts(import('../features/garage/BasesPage.tsx'))),
})

const fleetHealthRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage/health',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/garage/FleetHealthPage.tsx'))),
})

const roundsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'garage/rounds',
  component: lazyRouteComponent(() => withTexts(import('../features/rounds/RoundsPage.tsx'))),
})

const settingsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'settings',
  component: lazyRouteComponent(() => withTexts(import('../features/settings/SettingsPage.tsx'))),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyRouteComponent(() => withTexts(import('../features/settings/SettingsIndex.tsx'))),
})

const settingsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'zoneTypes',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/ZoneTypes.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'blades',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Blades.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'holes',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Holes.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'jobKinds',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/JobKinds.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'main-settings',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/MainSettings.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'buggy-settings',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/BuggySettings.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'link',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/LinkPage.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'weather',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Weather.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'users',
    validateSearch: usersSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Users.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'technicalNumbers',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/TechnicalNumbers.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'wallDisplays',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/WallDisplays.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'webhooks',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Webhooks.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'mqtt',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Mqtt.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'automower',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Automower.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'sms',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Sms.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'oidc',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/Oidc.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => withTexts(import('../features/settings/AuditLog.tsx'))),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: 'operation',
    component: lazyRouteComponent(() => withTexts(import('../features/settings/OperationPage.tsx'))),
  }),
] as const

const restaurantRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'restaurant',
  validateSearch: restaurantSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/restaurant/RestaurantPage.tsx'))),
})

const notificationsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'notifications',
  validateSearch: notificationsSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/notifications/NotificationsPage.tsx'))),
})

const accountRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'account',
  component: lazyRouteComponent(() => withTexts(import('../features/account/AccountPage.tsx'))),
})

/** Any other path loads the main application, which says that it has no such page. */
const unknownRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/UnknownPage.tsx')),
})

const routeTree = rootRoute.addChildren([
  ...outsideRoutes,
  mainRoute.addChildren([
    indexRoute,
    mapRoute,
    playerRoute,
    dayRoute,
    jobsRoute,
    scheduleRoute,
    plansRoute,
    teeSheetRoute,
    missionsRoute,
    newMissionRoute,
    coursePlanRoute,
    ...turfRoutes,
    morningRoute,
    missionRoute,
    garageRoute,
    fleetHealthRoute,
    vehicleRoute,
    basesRoute,
    roundsRoute,
    settingsRoute.addChildren([settingsIndexRoute, ...settingsRoutes]),
    restaurantRoute,
    notificationsRoute,
    accountRoute,
    unknownRoute,
  ]),
])

/** Reads the address of the page. */
export const makeRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: ({ error }) => <ErrorPage error={error} />,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
