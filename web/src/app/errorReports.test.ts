import { expect, test } from 'vitest'
import { errorReportOptions, withoutSecrets } from './errorReports.ts'

test('error reports trace every call, name release 1.5.1 and ignore modules that a new release took away', () => {
  expect(errorReportOptions('https://key@reports.example.org/1')).toEqual({
    dsn: 'https://key@reports.example.org/1',
    tracesSampleRate: 1,
    release: '1.5.1',
    ignoreErrors: ['Failed to fetch dynamically imported module'],
  })
})

test('error reports contain no searches, codes or names: an address keeps its path, a button its kind', () => {
  const reported = [
    { dsn: 'https://key@reports.example.org/1' },
    {
      request: { url: 'https://course.example.org/player#pair=K7QF' },
      breadcrumbs: [
        { data: { method: 'GET', url: '/api/users?search=Rosa&page=1', status_code: 200 } },
        { data: { from: '/settings/users?search=Rosa', to: '/set-up#secret' } },
        { message: 'body > button.icon[aria-label="Edit: Rosa Field"][type="button"] > svg' },
      ],
      message: 'GET https://course.example.org/api/users?search=Rosa broke: is it #3? 1/2 of it?',
      lines: [null, 3, true],
      span: {
        'http.query': '?search=Rosa',
        'http.fragment': '#pair=K7QF',
        'url.path': '/api/users',
        query_string: 'a',
      },
    },
  ]
  expect(withoutSecrets(reported)).toEqual([
    { dsn: 'https://key@reports.example.org/1' },
    {
      request: { url: 'https://course.example.org/player' },
      breadcrumbs: [
        { data: { method: 'GET', url: '/api/users', status_code: 200 } },
        { data: { from: '/settings/users', to: '/set-up' } },
        { message: 'body > button.icon[type="button"] > svg' },
      ],
      message: 'GET https://course.example.org/api/users broke: is it #3? 1/2 of it?',
      lines: [null, 3, true],
      span: { 'url.path': '/api/users' },
    },
  ])
})
