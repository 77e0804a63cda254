/** Reports of uncaught errors; loaded only where the operator named an address for them. */
import { browserTracingIntegration, init, makeFetchTransport, reactErrorHandler } from '@sentry/react'

/** The product's release, as reports name it. */
const RELEASE = '1.5.1'

export const errorReportOptions = (dsn: string) => ({
  dsn,
  release: RELEASE,
  tracesSampleRate: 1,
  // A new release removed the old files; a reload fixes it, so no report is needed.
  ignoreErrors: ['Failed to fetch dynamically imported module'],
})

/** The part after the path of an address: searches for people, codes of tablets, the secret of a link. */
const AFTER_PATH = /((?:https?:\/\/|(?<![\w/])\/)[^\s?#"'<>]*)[?#][^\s"'<>]*/g
/** The same under names of their own. */
const PARTS_AFTER_PATH = /(?:^|[._])(?:query|fragment|query_string)$/
/** Words on what was pressed, such as the name of whom a button edits. */
const WORDS_OF_BUTTONS = /\[(?:aria-label|title|alt)="[^"]*"\]/g

/** A report as it may be sent: it says where something broke, and never names a person or a key. */
export const withoutSecrets = <T>(report: T): T => cleaned(report) as T

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(AFTER_PATH, '$1').replace(WORDS_OF_BUTTONS, '')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const kept = Object.entries(value).filter(([name]) => !PARTS_AFTER_PATH.test(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, cleaned(part)]))
}

/** @returns what reports an error that an error page has caught, and that is therefore not uncaught any more */
export function startErrorReports(dsn: string): ReturnType<typeof reactErrorHandler> {
  init({
    ...errorReportOptions(dsn),
    integrations: [browserTracingIntegration()],
    // Everything goes through here: errors, traces, and future parts of the library.
    transport: options => {
      const { send, ...rest } = makeFetchTransport(options)
      return { ...rest, send: envelope => send(withoutSecrets(envelope)) }
    },
  })
  return reactErrorHandler()
}
