/** Reports of uncaught errors; loaded only where an address for them was configured. */
import { browserTracingIntegration, init } from '@sentry/react'

export function startErrorReports(dsn: string): void {
  init({
    dsn,
    release: import.meta.env.VITE_RELEASE,
    integrations: [browserTracingIntegration()],
    tracesSampleRate: 1,
    // A new release took the old files away; a reload mends it and nobody has to look.
    ignoreErrors: ['Failed to fetch dynamically imported module'],
  })
}
