/** The route of everything behind the sign-in; files of routes hang their screens below it. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from '../api/index.ts'
import { FullScreen } from '../ui/index.ts'
import { rootRoute } from './rootRoute.tsx'

/** Screens that read their own filters from the address. */
export const ownSearch = (search: Record<string, unknown>): Record<string, unknown> => search

/** The shell, or the page of a person who was not let in yet. */
export const gate = () => import('./shell/MainGate.tsx')

/** Everything but the sign-in is inside the shell. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  beforeLoad: ({ location }) => {
    const { accessToken, loggedOut } = session.state()
    if (accessToken !== null) return
    // The address carries the filters of the person who left: they are not the next one's.
    const isStart = loggedOut || location.href === '/'
    throw redirect({ to: '/login', search: isStart ? {} : { from: location.href }, replace: true })
  },
  component: lazyRouteComponent(gate),
  pendingComponent: FullScreen,
})
