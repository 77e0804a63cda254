import { expect, test } from 'vitest'
import { errorReportOptions } from './errorReports.ts'

test('error reports trace every call, name release 1.5.1 and ignore modules that a new release took away', () => {
  expect(errorReportOptions('https://key@reports.example.org/1')).toEqual({
    dsn: 'https://key@reports.example.org/1',
    tracesSampleRate: 1,
    release: '1.5.1',
    ignoreErrors: ['Failed to fetch dynamically imported module'],
  })
})
