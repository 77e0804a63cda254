/** Reports of uncaught errors; loaded only where the operator named an address for them. */
import { browserTracingIntegration, init, reactErrorHandler } from '@sentry/react'

/** The product's release, as reports name it. */
const RELEASE = '1.5.1'

export const errorReportOptions = (dsn: string) => ({
  dsn,
  release: RELEASE,
  tracesSampleRate: 1,
  // A new release took the old files away; a reload mends it and nobody has to look.
  ignoreErrors: ['Failed to fetch dynamically imported module'],
})

/** @returns what reports an error that an error page has caught, and that is therefore not uncaught any more */
export function startErrorReports(dsn: string): ReturnType<typeof reactErrorHandler> {
  init({ ...errorReportOptions(dsn), integrations: [browserTracingIntegration()] })
  return reactErrorHandler()
}
