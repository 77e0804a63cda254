/** Screens outside of the shell: before the sign-in, of paired devices, and of the public. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { wayBack } from '../features/login/wayBack.ts'
import { withTexts } from '../i18n/index.ts'
import { FullScreen } from '../ui/index.ts'
import { rootRoute } from './rootRoute.tsx'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: (search: Record<string, unknown>) => wayBack(search.from),
  component: lazyRouteComponent(() => withTexts(import('../features/login/LoginPage.tsx'))),
  pendingComponent: FullScreen,
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'register',
  component: lazyRouteComponent(() => withTexts(import('../features/login/RegisterPage.tsx'))),
  pendingComponent: FullScreen,
})

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-up',
  component: lazyRouteComponent(() => withTexts(import('../features/login/SetUpPage.tsx'))),
  pendingComponent: FullScreen,
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  component: lazyRouteComponent(() => withTexts(import('../features/login/InvitationPage.tsx'))),
  pendingComponent: FullScreen,
})

/** The screen of a paired tablet: without sign-in and without the shell. */
const tabletRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'player',
  component: lazyRouteComponent(() => withTexts(import('../features/player/device/DevicePlayerPage.tsx'))),
  pendingComponent: FullScreen,
})

/** The day board of a paired display: without sign-in and without the shell. */
const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'wall',
  component: lazyRouteComponent(() => withTexts(import('../features/day/wall/WallPage.tsx'))),
  pendingComponent: FullScreen,
})

/** The public page of the course. */
const publicCourseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'course',
  component: lazyRouteComponent(() => withTexts(import('../features/publicCourse/PublicCoursePage.tsx'))),
  pendingComponent: FullScreen,
})

export const outsideRoutes = [
  loginRoute,
  registerRoute,
  setUpRoute,
  invitationRoute,
  tabletRoute,
  wallRoute,
  publicCourseRoute,
] as const
