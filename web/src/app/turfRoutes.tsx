/** Screens of the grass, of its records and of reports. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../i18n/index.ts'
import { mainRoute, ownSearch } from './mainRoute.tsx'

const grassRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/grass',
  component: lazyRouteComponent(() => withTexts(import('../features/grass/GrassPage.tsx'))),
})

const recordRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/grass/record',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/grass/RecordPage.tsx'))),
})

const courseRecordsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/grass/course',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/grass/CourseRecordsPage.tsx'))),
})

const zoneRecordsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'missions/grass/$id',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/grass/ZonePage.tsx'))),
})

const reportsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'reports',
  validateSearch: ownSearch,
  component: lazyRouteComponent(() => withTexts(import('../features/reports/ReportsPage.tsx'))),
})

export const turfRoutes = [grassRoute, recordRoute, courseRecordsRoute, zoneRecordsRoute, reportsRoute] as const
