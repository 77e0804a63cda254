import { createRootRoute, Outlet } from '@tanstack/react-router'
import { DocumentTitle } from './DocumentTitle.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
})
